import { expressionBuilder, sql } from 'kysely';
import { quizAttempt as declaration } from 'shared/entities/quiz-attempt';
import type { HostTables } from '../db/host-tables';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';
import type { Column, Table } from './table';

/** The minimum score, in percent, of an attempt that counts as passed (product-spec.md §9). */
const DEFAULT_PASS_MARK = 80;

const ofAttempt = expressionBuilder<HostTables, 'quiz_attempt'>();

/**
 * Returns the table of quiz attempts. An attempt with a score of at least `passMark` percent counts as passed.
 */
export const quizAttempt = (passMark = DEFAULT_PASS_MARK): Table =>
  buildTable(declaration, {
    columns: {
      quiz_question: selectFromQuiz('quiz_question'),
      quiz_description: selectFromQuiz('quiz_description'),
      c_status: buildComputed(
        'choice',
        sql`case when ${ofAttempt.ref('quiz_attempt.attempt_score')} >= ${sql.lit(passMark)}
          then 'Passed' else 'Failed' end`,
      ),
    },
  });

function selectFromQuiz(column: 'quiz_question' | 'quiz_description'): Column {
  return buildComputed(
    'text',
    ofAttempt
      .selectFrom('quiz')
      .select(`quiz.${column}`)
      .whereRef('quiz.quiz_id', '=', 'quiz_attempt.attempt_quiz'),
  );
}
