import { byName, type Database, type SqlValue } from '../db/types';
import { type CodedValues, getCodedValues } from './coded-values';
import type { ImportTable } from './import-table';

/** The records of other tables to which those of a table may refer. */
export interface References {
  /** By column: the ids there are. */
  ids: ReadonlyMap<string, ReadonlySet<SqlValue>>;
  /** By the column that shows a name: the column that holds the id, and the ids by name. */
  shown: ReadonlyMap<string, { target: string; coded: CodedValues }>;
}

/** Reads the records that rows of this table may name: quizzes and categories are few. */
export async function readReferences(db: Database, spec: ImportTable): Promise<References> {
  const ids = new Map<string, ReadonlySet<SqlValue>>();
  const shown = new Map<string, { target: string; coded: CodedValues }>();
  for (const [target, { table, key, named }] of Object.entries(spec.refersTo ?? {})) {
    const name = named?.name ?? key;
    const rows = await byName(db).selectFrom(table).select([key, name]).execute();
    ids.set(target, new Set(rows.map((row) => row[key] ?? null)));
    if (!named) continue;
    const names = rows.map((row) => [String(row[name]), Number(row[key])] as const);
    shown.set(named.shownAs, { target, coded: getCodedValues(names, 'could not be found') });
  }
  return { ids, shown };
}
