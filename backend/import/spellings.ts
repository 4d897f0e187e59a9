import { setImmediate } from 'node:timers/promises';
import { byName, type SqlValue } from 'shared/db/types';
import { toText } from 'shared/list/values';
import { getValueKey, type ValueKind } from 'shared/values/normalize';
import type { Database } from '../db/types';
import type { ImportTable } from './import-table';
import { isIdentifiedByPhone, PhoneIndex } from './phone-index';

/** The kinds of values that can be spelt in several ways without another meaning. */
const kinds: readonly (ValueKind | undefined)[] = ['identifier', 'phone number', 'name'];
/** The number of records that are read at once. */
const PART = 2_000;

/** The ways in which the records of a table spell the values of its first natural column. */
export interface Spellings {
  /** Returns the spellings of a value that records may have. */
  list(value: SqlValue): SqlValue[];
  /**
   * Returns a phone number as a record spells it. Returns undefined if there is no such record, or if the phone number
   * alone does not identify the records.
   */
  findSamePhone(value: SqlValue): string | undefined;
}

/** Returns the text by which a value is compared if values of its kind can be spelt in several ways, or else the value. */
export function getSpellingKey(kind: ValueKind | undefined, value: SqlValue): SqlValue {
  return kind && kinds.includes(kind) && typeof value === 'string'
    ? getValueKey(kind, value)
    : value;
}

/**
 * Reads the unusual spellings in the first natural column of a table: those that are neither the key nor its upper case.
 * Reads all numbers if a phone number identifies the records. Reads the table in parts.
 */
export async function readSpellings(db: Database, spec: ImportTable): Promise<Spellings> {
  const {
    table,
    natural: [first],
  } = spec;
  const kind = first === undefined ? undefined : table.columns[first]?.valueKind;
  const unusual = new Map<SqlValue, Set<SqlValue>>();
  const phones = new PhoneIndex<string>();
  const isByPhone = isIdentifiedByPhone(spec);
  if (first !== undefined && kind && kinds.includes(kind))
    for await (const value of readColumn(db, table.table, table.key, first)) {
      const key = getSpellingKey(kind, value);
      if (isByPhone) phones.add(value, toText(value));
      if (listUsual(key).includes(value)) continue;
      unusual.set(key, (unusual.get(key) ?? new Set()).add(value));
    }
  return {
    list(value) {
      const key = getSpellingKey(kind, value);
      return [...new Set([value, ...listUsual(key), ...(unusual.get(key) ?? [])])];
    },
    findSamePhone: (value) => phones.find(value),
  };
}

function listUsual(key: SqlValue): SqlValue[] {
  return typeof key === 'string' ? [key, key.toUpperCase()] : [key];
}

async function* readColumn(
  db: Database,
  table: string,
  key: string,
  column: string,
): AsyncGenerator<SqlValue, undefined> {
  for (let last: SqlValue = null; ; ) {
    const all = byName(db).selectFrom(table).select([key, column]).orderBy(key).limit(PART);
    const rows = await (last === null ? all : all.where(key, '>', last)).execute();
    for (const row of rows) yield row[column] ?? null;
    last = rows.at(-1)?.[key] ?? null;
    if (rows.length < PART || last === null) return;
    await setImmediate();
  }
}
