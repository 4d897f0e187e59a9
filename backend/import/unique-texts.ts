import { fold } from '../../app/lib/list/values';
import type { Database, SqlRow, SqlValue } from '../db/types';
import type { Table } from '../nouns/table';

/**
 * Makes the function that refuses a text which another record has, be it in the table or earlier in the
 * file, as a save does. The texts are read once: asking for each row would read the table every time.
 */
export async function uniqueTexts(db: Database, table: Table) {
  const columns = Object.entries(table.save?.unique ?? {});
  const holders = new Map<string, Map<string, SqlValue>>();
  for (const [column] of columns) {
    const rows = await db.selectFrom(table.table).select([table.key, column]).execute();
    const texts = rows.filter((row) => row[column]);
    holders.set(column, new Map(texts.map((row) => [fold(String(row[column])), row[table.key]])));
  }

  return (values: SqlRow, current: SqlRow | undefined, line: number): string | undefined => {
    const own = current?.[table.key] ?? `line ${line}`;
    for (const [column, message] of columns) {
      const text = values[column];
      if (typeof text !== 'string' || text === '') continue;
      const held = holders.get(column);
      const holder = held?.get(fold(text));
      if (holder !== undefined && holder !== own) return message(text);
      const before = current?.[column];
      if (typeof before === 'string') held?.delete(fold(before));
      held?.set(fold(text), own);
    }
    return undefined;
  };
}
