import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { SqlValue } from 'shared/db/types';
import { quizAttempt as declaration } from 'shared/entities/quiz-attempt';
import type { StudyTables } from '../db/study-tables';
import { buildTextKey } from '../db/text-keys';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';
import type { Table, TableColumn } from './table';

/** The minimum score, in percent, of an attempt that counts as passed (product-spec.md §9). */
const DEFAULT_PASS_MARK = 80;

const ofAttempt = expressionBuilder<StudyTables, 'quiz_attempt'>();

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

function selectFromQuiz(column: 'quiz_question' | 'quiz_description'): TableColumn {
  const select = (value: RawBuilder<SqlValue>) =>
    ofAttempt
      .selectFrom('quiz')
      .select(value.as('value'))
      .whereRef('quiz.quiz_id', '=', 'quiz_attempt.attempt_quiz');
  return {
    ...buildComputed('text', select(sql.ref(`quiz.${column}`))),
    buildKey: (dialect) => sql`${select(buildTextKey(dialect, 'quiz', column))}`,
  };
}
