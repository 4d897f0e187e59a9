import { defineEntity } from './declaration';
import { id, savedAt, savedBy, shown, shownChoice } from './fields';

export const quizAttempt = defineEntity({
  name: 'quiz-attempt',
  singular: 'quiz attempt',
  title: 'Quiz Attempts',
  key: 'attempt_id',
  label: 'attempt_id',
  fields: {
    attempt_id: { ...id(), priority: 1 },
    attempt_quiz: shown('Quiz', 'number'),
    attempt_score: shown('Score %', 'score'),
    c_status: shownChoice('Status', ['Passed', 'Failed'], { priority: 2 }),
    attempt_createuser: savedBy(),
    attempt_createdate: savedAt(),
  },
  path: '/quiz-attempts',
  pageSize: 10,
  import: { natural: ['attempt_quiz', 'attempt_createuser', 'attempt_createdate'] },
});
