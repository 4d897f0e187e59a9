import type { Database } from '../db/types';

/** A row that an import has staged: its number among the staged rows, and its PlannedWrite (plan.ts) as JSON. */
export interface StagedRow {
  n: number;
  planned: string;
}

/** Returns the number of the first row that is still staged, or 0 if there is none. */
export async function findFirstStaged(db: Database, id: string): Promise<number> {
  const row = await db
    .selectFrom('import_row')
    .select((eb) => eb.fn.min('n').as('n'))
    .where('job_id', '=', id)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/**
 * Returns at most `limit` staged rows, starting with the number `first`. Numbers have no gaps, so the query can
 * have an upper bound as well, which makes every engine use the index.
 */
export function selectStagedRows(
  db: Database,
  id: string,
  first: number,
  limit: number,
): Promise<StagedRow[]> {
  return db
    .selectFrom('import_row')
    .select(['n', 'planned'])
    .where('job_id', '=', id)
    .where('n', '>=', first)
    .where('n', '<', first + limit)
    .orderBy('n')
    .execute();
}
