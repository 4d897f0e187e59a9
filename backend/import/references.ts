import { byName, type SqlValue } from 'shared/db/types';
import type { Database } from '../db/types';
import { type CodedValues, getCodedValues } from './coded-values';
import type { ImportTable } from './import-table';

/** The records in other tables to which the rows of an imported table may refer. */
export interface References {
  /** The existing ids of the other table, by the column that refers to it. */
  ids: ReadonlyMap<string, ReadonlySet<SqlValue>>;
  /**
   * The columns of the imported table that show the name of a record in another table. `target` is the column that
   * holds the id of that record, and `coded` has the ids by name.
   */
  shown: ReadonlyMap<string, { target: string; coded: CodedValues }>;
}

/**
 * Reads all records to which rows of the imported table may refer. Reading all is cheap, because rows refer only to
 * quizzes and SMS categories, of which there are few.
 */
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
