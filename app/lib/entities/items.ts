import { LONG_TEXT } from 'shared/entities/fields';
import { findTextProblem } from 'shared/entities/input-problem';
import { formLimits } from 'shared/form-reader/limits';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { parseJson } from 'shared/parse-json';
import { z } from 'zod';
import type { FormField, FormValue, ItemInput, ItemRow, ItemsSpec } from './form-field';

/** The host keeps rows as JSON text; what is no list of objects is broken and left alone. */
const storedSchema = z.array(z.record(z.string(), z.unknown()));

const natural = new Intl.Collator('en', { numeric: true });

/** Returns the rules of repeated rows, which hosts keep as JSON text in one field (wire.md). */
export function buildItemsRules(
  label: string,
  items: ItemsSpec,
): Pick<FormField, 'notice' | 'schema'> {
  const inputs = items.inputs.map((input): [string, z.ZodType<string | undefined>] => {
    const text = z
      .string()
      .superRefine((value, context) => {
        const message = findTextProblem(input.label, LONG_TEXT, value);
        if (message) context.addIssue({ code: 'custom', message });
      })
      .trim();
    return [
      input.name,
      input.required
        ? z.string({ error: input.required }).pipe(text.min(1, input.required))
        : text.optional(),
    ];
  });
  return {
    notice: (text) =>
      isItemsText(text)
        ? `The stored list has more than ${formLimits.rows} rows, which is more than a form can hold.`
        : 'The stored list cannot be read.',
    schema: z
      .array(z.object({ id: z.string().max(100).optional(), ...Object.fromEntries(inputs) }))
      .max(formLimits.rows, `${label} can hold up to ${formLimits.rows} rows`)
      .optional(),
  };
}

/**
 * Returns the rows of a host's JSON text, ordered by `no`; a missing `id` or `no` is the row's position. Text
 * that is broken or has more rows than a form can hold comes back as it is, so that it is shown and never
 * overwritten by a shorter list.
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

/** Returns whether two lists hold the same rows, as far as the form shows them. */
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
 * The JSON text for the host. Rows that were not touched stay byte for byte; of the others, what the
 * form does not show is kept.
 */
export function writeItems(value: FormValue, stored: unknown, spec: ItemsSpec): string {
  if (typeof value === 'string') return value;
  const text = toText(stored);
  if (text.trim() !== '' && isSameRows(value, readItems(stored, spec), spec)) return text;
  const { inputs } = spec;
  const before = new Map((parseStored(stored) ?? []).map((row) => [toText(row.id), row]));
  let lastId = Math.max(0, ...[...before.keys()].map(Number).filter(Number.isFinite));
  return JSON.stringify(
    value.map((row, index) => {
      const old = before.get(row.id ?? '');
      return {
        ...old,
        id: old?.id ?? ++lastId,
        no: index + 1,
        ...Object.fromEntries(inputs.map((input) => [input.name, getWireValue(input, row)])),
      };
    }),
  );
}

/** Returns whether a text can be read as rows. */
export function isItemsText(text: string): boolean {
  return parseStored(text) !== undefined;
}

/** The stored rows in order, each with its `id`; undefined when the text is broken. */
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

/** An id for each row: its own, else its position; what is taken already gets a new number. */
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

/** A flag of a row: hosts send 1, '1' or true for yes. */
export function isYes(raw: unknown): boolean {
  return ['1', 'true'].includes(toText(raw).trim().toLowerCase());
}

function getWireValue({ name, control }: ItemInput, row: ItemRow): string | number {
  if (control === 'checkbox') return row[name] ? 1 : 0;
  return row[name] ?? '';
}
