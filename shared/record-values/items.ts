import { z } from 'zod';
import type { ItemInput, ItemsSpec } from '../entities/field';
import { formLimits } from '../form-reader/limits';
import type { Row } from '../list/memory';
import { toText } from '../list/values';
import { parseJson } from '../parse-json';
import type { FormValue, ItemRow } from './form-value';

/** The schema of the rows that a host stores as JSON text. Any other text cannot be read or changed as rows. */
const storedSchema = z.array(z.record(z.string(), z.unknown()));

const natural = new Intl.Collator('en', { numeric: true });

/**
 * Returns the rows of a host's JSON text, ordered by `no`. A missing `no` is replaced by the row's position, and a
 * missing `id` by the position or another free number. If the text cannot be read, or has more rows than a form can
 * hold, returns the text itself. The form then shows the text, so that no shorter list overwrites it.
 */
export function readItems(raw: unknown, { inputs }: ItemsSpec): FormValue {
  const stored = parseStored(raw);
  if (!stored || stored.length > formLimits.rows) return toText(raw);
  return stored.map((row) => ({
    id: toText(row.id),
    ...Object.fromEntries(
      inputs.map(({ name, control }) => [
        name,
        control === 'checkbox' ? (isYes(row[name]) ? '1' : undefined) : toText(row[name]),
      ]),
    ),
  }));
}

/** Returns whether two lists have the same rows. Compares only the ids and the values that the form shows. */
export function isSameRows(value: unknown, other: unknown, { inputs }: ItemsSpec): boolean {
  const names = ['id', ...inputs.map(({ name }) => name)];
  const shown = (rows: unknown) =>
    storedSchema
      .safeParse(rows ?? [])
      .data?.map((row) => names.map((name) => toText(row[name]).replace(/\r\n?/g, '\n')));
  const own = shown(value);
  return own !== undefined && JSON.stringify(own) === JSON.stringify(shown(other));
}

/**
 * Returns the JSON text for the host. If no row was changed, this is the stored text byte for byte. Otherwise,
 * the rows keep the stored values that the form does not show. A row without an id is new.
 */
export function writeItems(value: FormValue, stored: unknown, spec: ItemsSpec): string {
  if (typeof value === 'string') return value;
  const text = toText(stored);
  if (text.trim() !== '' && isSameRows(value, readItems(stored, spec), spec)) return text;
  const { inputs } = spec;
  const before = new Map((parseStored(stored) ?? []).map((row) => [toText(row.id), row]));
  const ids = [...before.keys(), ...value.map((row) => row.id ?? '')];
  let lastId = Math.max(0, ...ids.map(Number).filter(Number.isSafeInteger));
  return JSON.stringify(
    value.map((row, index) => {
      const old = before.get(row.id ?? '');
      return {
        ...old,
        id: old?.id ?? (readFormerId(row.id) || ++lastId),
        no: index + 1,
        ...Object.fromEntries(inputs.map((input) => [input.name, getWireValue(input, row)])),
      };
    }),
  );
}

/**
 * Returns the posted id of a row that is no longer stored, because the form puts it back. An integer becomes a number.
 */
function readFormerId(id = ''): string | number {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : id;
}

/** Returns whether a text can be read as rows. */
export function isItemsText(text: string): boolean {
  return parseStored(text) !== undefined;
}

/**
 * Returns the stored rows in order, each with an `id` and a `no`. Returns undefined if the text cannot be read.
 */
export function parseStored(raw: unknown): Record<string, unknown>[] | undefined {
  const text = toText(raw).trim();
  if (text === '') return [];
  try {
    const rows = storedSchema.safeParse(parseJson(text)).data;
    if (!rows) return undefined;
    const ids = assignIds(rows);
    return rows
      .map((row, index) => ({
        ...row,
        id: ids[index],
        no: toText(row.no) === '' ? index + 1 : row.no,
      }))
      .sort((a, b) => natural.compare(toText(a.no), toText(b.no)));
  } catch {
    return undefined;
  }
}

/**
 * Returns an id for each row: the stored id, or else the row's position. If another row has that id, the row
 * gets a new number.
 */
function assignIds(rows: readonly Row[]): unknown[] {
  const own = rows.map((row) => toText(row.id));
  const taken = new Set<string>();
  let last = Math.max(rows.length, ...own.map(Number).filter(Number.isFinite));
  return rows.map((row, index) => {
    const position = String(index + 1);
    const id = own[index] || (own.includes(position) ? '' : position);
    const free = id !== '' && !taken.has(id);
    const result = free ? (own[index] ? row.id : index + 1) : ++last;
    taken.add(toText(result));
    return result;
  });
}

/** Returns whether a flag of a row is set. Hosts send 1, '1' or true for yes. */
export function isYes(raw: unknown): boolean {
  return ['1', 'true'].includes(toText(raw).trim().toLowerCase());
}

function getWireValue({ name, control }: ItemInput, row: ItemRow): string | number {
  if (control === 'checkbox') return row[name] ? 1 : 0;
  return row[name] ?? '';
}
