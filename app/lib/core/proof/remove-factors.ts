import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { StoreTables } from '../server/store-tables';

type FactorCondition = (eb: ExpressionBuilder<StoreTables, 'second_factor'>) => Expression<SqlBool>;

/**
 * Deletes the second factors that a condition selects. The database deletes their recovery codes too. Returns their
 * usernames. Expects a transaction, in which the caller also stores the audit entry.
 */
export async function removeFactors(
  transaction: Kysely<StoreTables>,
  condition: FactorCondition,
): Promise<string[]> {
  const removed = await transaction
    .deleteFrom('second_factor')
    .where(condition)
    .returning('username')
    .execute();
  return removed.map(({ username }) => username);
}
