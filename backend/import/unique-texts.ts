import { sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import { fold } from 'shared/list/values';
import { shortText } from 'shared/short-text';
import type { Database } from '../db/types';
import type { ImportTable } from './import-table';

/** A group of columns in which a text may appear in only one record. */
interface UniqueGroup {
  columns: readonly string[];
  message: (text: string) => string;
}

/** The owner of a text: the key of a record, or the line of a new record. */
type Holder = SqlValue;

/** The maximum number of texts that one statement looks up, because engines limit its parameters. */
const CHUNK = 100;

/**
 * Returns a check that refuses texts which another record already has, in the table or earlier in the file,
 * ignoring case. Call `load` with the rows before you call `check` for each of them.
 */
export function makeUniqueTextCheck(db: Database, spec: ImportTable) {
  const groups = groupTexts(spec).map((group) => ({
    ...group,
    loaded: [] as string[],
    /** The owner of each text in the table, by folded text. */
    stored: new Map<string, Holder>(),
    /**
     * The owner that each text will have after the earlier rows of the file are imported; undefined for a text that
     * a row releases.
     */
    planned: new Map<string, { holder: Holder; line: number } | undefined>(),
  }));
  const { key } = spec.table;

  return {
    async load(rows: readonly SqlRow[]): Promise<void> {
      for (const group of groups) {
        const { columns, stored } = group;
        const texts = rows.flatMap((row) => columns.flatMap((name) => listTexts(row, name)));
        group.loaded = [...new Set(texts)];
        stored.clear();
        for (const column of columns)
          for (const [text, holder] of await findHolders(db, spec, column, group.loaded))
            stored.set(text, holder);
      }
    },

    /** Returns a message for each text of the row that another record has. */
    check(values: SqlRow, current: SqlRow | undefined, line: number): string[] {
      const rowHolder = current?.[key] ?? `line ${line}`;
      const merged = { ...current, ...values };
      /** The messages by text, so that a text in several groups is reported once. */
      const problems = new Map<string, string>();
      for (const { columns, message, stored, planned } of groups) {
        for (const text of columns.flatMap((column) => listTexts(values, column))) {
          const folded = fold(text);
          const before = planned.get(folded);
          const holder = planned.has(folded) ? undefined : stored.get(folded);
          if (problems.has(text)) continue;
          if (before && before.holder !== rowHolder)
            problems.set(text, `Line ${line} repeats '${shortText(text)}' of line ${before.line}`);
          else if (holder !== undefined && holder !== rowHolder)
            problems.set(text, message(shortText(text)));
        }
        if (problems.size > 0) continue;
        for (const column of current ? columns : [])
          for (const text of listTexts(current ?? {}, column)) planned.set(fold(text), undefined);
        for (const text of columns.flatMap((column) => listTexts(merged, column)))
          planned.set(fold(text), { holder: rowHolder, line });
      }
      return [...problems.values()];
    },

    /**
     * Looks up the loaded texts again. Returns the first of the rows with a text that another user has saved
     * in the meantime, and a message about it.
     */
    async findTaken<R extends { values: SqlRow }>(
      transaction: Database,
      rows: readonly R[],
    ): Promise<{ row: R; problem: string } | undefined> {
      for (const { columns, message, stored, loaded } of groups)
        for (const column of columns)
          for (const [taken, holder] of await findHolders(transaction, spec, column, loaded)) {
            if (stored.get(taken) === holder) continue;
            for (const row of rows)
              for (const text of columns.flatMap((name) => listTexts(row.values, name)))
                if (fold(text) === taken) return { row, problem: message(shortText(text)) };
          }
      return undefined;
    },
  };
}

/** Returns those texts of a row that must be unique by the rules of saves. */
export function getUniqueTexts({ table }: ImportTable, values: SqlRow): string[] {
  return Object.keys(table.save?.unique ?? {}).flatMap((column) => listTexts(values, column));
}

/**
 * Returns the groups of unique columns: one for each column that is unique in saves, and the groups of the
 * import.
 */
function groupTexts({ table, distinct = [] }: ImportTable): UniqueGroup[] {
  const single = Object.entries(table.save?.unique ?? {});
  return [...single.map(([column, message]) => ({ columns: [column], message })), ...distinct];
}

function listTexts(row: SqlRow, column: string): string[] {
  const text = row[column];
  return typeof text === 'string' && text !== '' ? [text] : [];
}

async function findHolders(
  db: Database,
  { table }: ImportTable,
  column: string,
  texts: readonly string[],
): Promise<[string, Holder][]> {
  const { folded } = getDialect(db);
  const found: [string, Holder][] = [];
  for (let at = 0; at < texts.length; at += CHUNK) {
    const wanted = texts.slice(at, at + CHUNK).map((text) => folded(sql.val(text)));
    const rows = await byName(db)
      .selectFrom(table.table)
      .select([table.key, column])
      .where(folded(sql.ref(column)), 'in', wanted)
      .execute();
    for (const row of rows) found.push([fold(String(row[column])), row[table.key] ?? null]);
  }
  return found;
}
