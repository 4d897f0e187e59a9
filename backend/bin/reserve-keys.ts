import { getDialect } from 'shared/db/dialect-of';
import type { Database } from '../db/types';
import { getAllTables } from '../entities/tables';

/**
 * Makes the generated keys continue after those of the records in the bin. Must run after rows were copied together
 * with their keys. Otherwise, a new record could get the id of a deleted record, which then could not be restored.
 */
export async function reserveDeletedKeys(db: Database): Promise<void> {
  const found = await db
    .selectFrom('deleted_record')
    .select(['deleted_entity', (eb) => eb.fn.max('deleted_key').as('last')])
    .groupBy('deleted_entity')
    .execute();
  for (const { table, key, wireName } of getAllTables()) {
    const last = found.find(({ deleted_entity }) => deleted_entity === wireName)?.last;
    if (last !== undefined) await getDialect(db).reserveKeys(db, table, key, Number(last));
  }
}
