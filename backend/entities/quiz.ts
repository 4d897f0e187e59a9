import { expressionBuilder } from 'kysely';
import { quiz as declaration } from 'shared/entities/quiz';
import type { StudyTables } from '../db/study-tables';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';
import type { TableColumn } from './table';

const ofQuestion = expressionBuilder<StudyTables, 'quiz'>();

function aggregateAttempts(aggregate: 'max' | 'min'): TableColumn {
  return buildComputed(
    'number',
    ofQuestion
      .selectFrom('quiz_attempt')
      .select(({ fn }) => fn[aggregate]('quiz_attempt.attempt_score').as('n'))
      .whereRef('quiz_attempt.attempt_quiz', '=', 'quiz.quiz_id'),
  );
}

export const quiz = buildTable(declaration, {
  columns: {
    a_no: buildComputed(
      'number',
      ofQuestion
        .selectFrom('quiz_attempt')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('quiz_attempt.attempt_quiz', '=', 'quiz.quiz_id'),
    ),
    a_max: aggregateAttempts('max'),
    a_min: aggregateAttempts('min'),
  },
  async remove(db, row) {
    const attempts = await db
      .selectFrom('quiz_attempt')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('attempt_quiz', '=', Number(row.quiz_id))
      .executeTakeFirstOrThrow();
    const n = Number(attempts.n);
    return n === 0
      ? undefined
      : `The quiz has ${n} ${n === 1 ? 'attempt' : 'attempts'} and cannot be deleted`;
  },
});
