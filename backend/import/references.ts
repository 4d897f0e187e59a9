import { fold } from '../../app/lib/list/values';
import type { Database, SqlValue } from '../db/types';
import type { ImportTable } from './import-tables';

/** What the records of a table may refer to in others. */
export interface References {
  /** By column: the ids there are. */
  ids: ReadonlyMap<string, ReadonlySet<SqlValue>>;
  /** By the column that shows a name: the column that holds the id, and the ids by name, case folded. */
  shown: ReadonlyMap<string, { target: string; words: ReadonlyMap<string, number> }>;
}

/** Reads the records that rows of this table may name: quizzes and categories are few. */
export async function readReferences(db: Database, spec: ImportTable): Promise<References> {
  const ids = new Map<string, ReadonlySet<SqlValue>>();
  const shown = new Map<string, { target: string; words: ReadonlyMap<string, number> }>();
  for (const [target, { table, key, named }] of Object.entries(spec.refersTo ?? {})) {
    const name = named?.name ?? key;
    const rows = await db.selectFrom(table).select([key, name]).execute();
    ids.set(target, new Set(rows.map((row) => row[key])));
    if (!named) continue;
    const words = new Map(rows.map((row) => [fold(String(row[name])), Number(row[key])]));
    shown.set(named.shownAs, { target, words });
  }
  return { ids, shown };
}
