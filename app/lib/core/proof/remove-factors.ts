import type { StudyTables } from 'backend/db/study-tables';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';

type FactorCondition = (eb: ExpressionBuilder<StudyTables, 'second_factor'>) => Expression<SqlBool>;

/**
 * Deletes the second factors that a condition selects. The database deletes their recovery codes too. Returns their
 * usernames. Expects a transaction, in which the caller also stores the audit entry.
 */
export async function removeFactors(
  transaction: Kysely<StudyTables>,
  condition: FactorCondition,
): Promise<string[]> {
  const removed = await transaction
    .deleteFrom('second_factor')
    .where(condition)
    .returning('username')
    .execute();
  return removed.map(({ username }) => username);
}
