import { quizAttempt as declaration } from 'shared/entities/quiz-attempt';
import { buildEntity } from './declared-entity';
import type { Entity } from './entity';
import { getEditPath } from './record-paths';

export const quizAttempt: Entity = buildEntity(declaration, {
  columns: {
    attempt_id: { link: (row) => getEditPath(quizAttempt, String(row.attempt_id)) },
  },
});
