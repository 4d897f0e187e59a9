import { type RawBuilder, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow } from 'shared/db/types';
import type { Database } from '../db/types';
import type { SaveRules, Table } from './table';

/**
 * Returns a message if one of the values must be unique and is already in use, in a record other than `current` or in
 * a row of a file that is being imported. Otherwise returns undefined.
 */
export async function findDuplicate(
  db: Database,
  table: Table,
  rules: SaveRules,
  values: SqlRow,
  current: SqlRow | undefined,
): Promise<string | undefined> {
  const { folded } = getDialect(db);
  for (const [column, message] of Object.entries(rules.unique ?? {})) {
    const text = values[column];
    if (typeof text !== 'string') continue;
    const same: RawBuilder<boolean> = sql`${folded(sql.ref(column))} = ${folded(sql.val(text))}`;
    const other = await byName(db)
      .selectFrom(table.table)
      .select(table.key)
      .where(same)
      .$if(current !== undefined, (rows) =>
        rows.where(table.key, '!=', current?.[table.key] ?? null),
      )
      .executeTakeFirst();
    if (other) return message(text);
    const claimed = await db
      .selectFrom('import_text')
      .select('job_id')
      .where('claimed_table', '=', table.table)
      .where(sql.ref('folded'), '=', folded(sql.val(text)))
      .executeTakeFirst();
    if (claimed) return `${message(text)} in a file that is being imported`;
  }
  return undefined;
}
