import { choice, date, id, number, score, text } from './columns';
import type { Entity } from './entity';
import { editPath } from './entity';

export const quizAttempt: Entity = {
  noun: 'quiz-attempt',
  name: 'quiz attempt',
  plural: 'Quiz Attempts',
  key: 'attempt_id',
  label: 'attempt_id',
  list: {
    path: '/quiz-attempts',
    source: 'quiz-attempt/list',
    pageSize: 10,
    columns: [
      id('attempt_id', {
        priority: 1,
        link: (row) => editPath(quizAttempt, String(row.attempt_id)),
      }),
      number('attempt_quiz', 'Quiz'),
      score('attempt_score', 'Score %'),
      choice('c_status', 'Status', ['Passed', 'Failed'], { priority: 2 }),
      text('attempt_createuser', 'User'),
      date('attempt_createdate', 'Date'),
    ],
  },
};
