import { setImmediate } from 'node:timers/promises';
import { byName, type SqlValue } from 'shared/db/types';
import { findNationalNumber, isSamePhone } from 'shared/list/phone-text';
import { toText } from 'shared/list/values';
import { getValueKey, type ValueKind } from 'shared/values/normalize';
import type { Database } from '../db/types';
import type { ImportTable } from './import-table';

/** The kinds of values that can be spelt in several ways without another meaning. */
const kinds: readonly (ValueKind | undefined)[] = ['identifier', 'phone number', 'name'];
/** The number of records that are read at once. */
const PART = 2_000;

/** The ways in which the records of a table spell the values of its first natural column. */
export interface Spellings {
  /** Returns the spellings of a value that records may have. */
  list(value: SqlValue): SqlValue[];
  /** Returns the phone number of a record that is this number in another way of writing, or undefined if there is none. */
  findSamePhone(value: SqlValue): string | undefined;
}

/** Returns the text by which a value is compared if values of its kind can be spelt in several ways, or else the value. */
export function getKey(kind: ValueKind | undefined, value: SqlValue): SqlValue {
  return kind && kinds.includes(kind) && typeof value === 'string'
    ? getValueKey(kind, value)
    : value;
}

/**
 * Reads the unusual spellings in the first natural column of a table: those that are neither in lower nor in upper case,
 * or that contain spaces or signs that are not compared. Reads the table in parts.
 */
export async function readSpellings(
  db: Database,
  { table, natural: [first, ...rest] }: ImportTable,
): Promise<Spellings> {
  const kind = first === undefined ? undefined : table.columns[first]?.valueKind;
  const unusual = new Map<SqlValue, Set<SqlValue>>();
  const phones = new PhoneNumbers();
  if (first !== undefined && kind && kinds.includes(kind))
    for await (const value of readColumn(db, table.table, table.key, first)) {
      const key = getKey(kind, value);
      if (kind === 'phone number' && rest.length === 0) phones.add(value);
      if (listUsual(key).includes(value)) continue;
      unusual.set(key, (unusual.get(key) ?? new Set()).add(value));
    }
  return {
    list(value) {
      const key = getKey(kind, value);
      return [...new Set([value, ...listUsual(key), ...(unusual.get(key) ?? [])])];
    },
    findSamePhone: (value) => phones.find(value),
  };
}

/** Finds phone numbers however they are written: with or without the code of their country, for example. */
export class PhoneNumbers {
  readonly #numbers = new Map<string, string[]>();

  add(value: SqlValue): void {
    const number = findNationalNumber(toText(value));
    if (number === undefined) return;
    this.#numbers.set(number, [...(this.#numbers.get(number) ?? []), toText(value)]);
  }

  find(value: SqlValue): string | undefined {
    const text = toText(value);
    const number = findNationalNumber(text);
    const alike = number === undefined ? [] : (this.#numbers.get(number) ?? []);
    return alike.find((other) => isSamePhone(text, other));
  }
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
