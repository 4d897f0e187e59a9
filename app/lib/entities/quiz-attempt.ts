import { quizAttempt as declaration } from 'shared/entities/quiz-attempt';
import { declaredEntity } from './declared-entity';
import { type Entity, editPath } from './entity';

export const quizAttempt: Entity = declaredEntity(declaration, {
  columns: {
    attempt_id: { link: (row) => editPath(quizAttempt, String(row.attempt_id)) },
  },
});
