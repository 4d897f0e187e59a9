import { format } from 'date-fns';
import type { SqlRow, SqlValue } from 'shared/db/types';
import { CONTENT, LONG_TEXT } from 'shared/entities/fields';
import { findPhoneProblem } from 'shared/entities/input-problem';
import { neutralize, restoreNeutralized } from 'shared/list/neutralize';
import { fold, normalizeDate, toNumber, toText } from 'shared/list/values';
import type { Result } from 'shared/result';
import { findOption, removeZeroFraction } from 'shared/values/find-option';
import { normalizeValue } from 'shared/values/normalize';
import { getFirstProblem } from '../wire/fields';
import type { ImportColumn } from './columns';
import { quoteValue, withValue } from './with-value';

export interface CellScope {
  /** The IANA name of the time zone of the study's dates. */
  timeZone: string;
  /** True if the file's texts may carry the apostrophe of an export. */
  neutralized: boolean;
}

/** The value to store, or the message that refuses the cell. */
export type Read = Result<SqlValue, string>;

/** The two-digit numbers of the months, by the English names that exports use, case folded. */
const months = new Map(
  Array.from({ length: 12 }, (_, month) => [
    fold(format(new Date(2000, month, 1), 'MMMM')),
    String(month + 1).padStart(2, '0'),
  ]),
);

/** The maximum absolute value of a whole number, which fits an `integer` column of every engine. */
const MAX_INTEGER = 2_147_483_647;

/**
 * Returns whether a cell equals the record's value, in the format of the API, the list or an export. Equal
 * cells are not validated, so that a record with an invalid value can still be imported.
 */
export function isSameCell(column: ImportColumn, raw: unknown, row: SqlRow, scope: CellScope) {
  const cell = toText(raw);
  const shown = toText(row[column.name]);
  if (cell === (scope.neutralized ? neutralize(shown) : shown)) return true;
  if (column.kind !== 'date' || cell === '') return false;
  const given = readMoment(cell, scope.timeZone);
  const stored = normalizeDate(shown, scope.timeZone);
  // Exports omit the seconds, and omit the time of day of many dates.
  return Boolean(given && stored && `${stored} 00:00:00`.startsWith(given));
}

/** Reads the value of a cell. Applies the rules of a save if the column has any. */
export function readCell(column: ImportColumn, raw: unknown, scope: CellScope): Read {
  const text = readCellText(raw, scope);
  const { title, coded, answers, valueKind } = column;
  if (/[\0\p{Surrogate}]/u.test(text))
    return refuse(withValue(`${title} holds a character that cannot be saved`, column, text));
  const normalized = valueKind ? normalizeValue(valueKind, text) : text;
  const explain = (problem: string) =>
    [title, quoteValue(column, text), problem].filter(Boolean).join(' ');
  const word = removeZeroFraction(normalized);
  const answer = answers && findOption(answers, normalized);
  if (answers && !answer && /^[+-]?[\d.,]+$/.test(word))
    return refuse(explain(`is not one of ${answers.map(({ label }) => label).join(', ')}`));
  const value = answer?.label ?? (coded ? (coded.byWord.get(fold(word)) ?? word) : normalized);
  if (coded && word !== '' && !coded.stored.has(String(value)))
    return refuse(explain(coded.unknown));
  const read = readText(column, String(value), scope.timeZone);
  return read.ok ? read : refuse(withValue(read.error, column, text));
}

/**
 * Returns the text of a cell, without the apostrophe that exports put before a text that looks like a formula, and
 * without the formula by which some programs keep the zeros of a number, as in ="0970".
 */
export function readCellText(raw: unknown, { neutralized }: CellScope): string {
  const text = toText(raw);
  if (!neutralized) return text;
  const restored = /^="([^"]*)"$/.exec(text)?.[1] ?? restoreNeutralized(text);
  // Stored texts start with no line break, so an apostrophe before one is the author's.
  return /^[\t\r\n]/.test(restored) ? text : restored;
}

function readText(column: ImportColumn, text: string, timeZone: string): Read {
  const { title, schema, coded, kind, long } = column;
  if (schema) {
    const read = schema.safeParse(text);
    if (!read.success) return refuse(prefixTitle(title, getFirstProblem(read.error)));
    const problem =
      typeof read.data === 'string' ? column.findEntryProblem?.(read.data) : undefined;
    return problem ? refuse(prefixTitle(title, problem)) : { ok: true, value: read.data };
  }
  if (coded)
    return text.trim() === '' ? refuse(`${title} is required`) : { ok: true, value: Number(text) };
  if (kind === 'number') return readNumber(column, text);
  if (kind === 'date') return readDate(column, text, timeZone);
  const max = long ? CONTENT : LONG_TEXT;
  if (text.length > max)
    return refuse(`${title} must be ${max.toLocaleString('en')} characters or fewer`);
  const problem = column.valueKind === 'phone number' && text && findPhoneProblem(title, text);
  if (problem) return refuse(problem);
  return { ok: true, value: text === '' ? null : text };
}

function readNumber({ title, fraction }: ImportColumn, text: string): Read {
  if (text.trim() === '') return { ok: true, value: null };
  const value = toNumber(text);
  if (fraction) return value === null ? refuse(`${title} must be a number`) : { ok: true, value };
  return value !== null && Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER
    ? { ok: true, value }
    : refuse(`${title} must be a whole number`);
}

function readDate({ title }: ImportColumn, text: string, timeZone: string): Read {
  if (text.trim() === '') return { ok: true, value: null };
  const moment = readMoment(text, timeZone);
  if (!moment) return refuse(`${title} must be a date such as 2026-03-31 or 31 March 2026`);
  return { ok: true, value: moment.length === 16 ? `${moment}:00` : moment };
}

/**
 * Reads a date in the format of the API or of an export. The result is as precise as the text: day, minute or
 * second.
 */
function readMoment(text: string, timeZone: string): string | undefined {
  const cell = text.trim();
  const local = normalizeDate(cell, timeZone);
  if (local) return /[T ]\d{2}:\d{2}$/.test(cell) ? local.slice(0, 16) : local;
  const [, day = '', name = '', year, time = ''] =
    /^(\d{1,2}) (\p{L}+) (\d{4})( \d{2}:\d{2})?$/u.exec(cell) ?? [];
  const month = months.get(fold(name));
  if (!month) return undefined;
  const written = `${year}-${month}-${day.padStart(2, '0')}${time}`;
  return normalizeDate(written, timeZone)?.slice(0, written.length);
}

/**
 * Returns a message that begins with the title of the column in the file, unless the message already contains
 * it.
 */
function prefixTitle(title: string, problem: string): string {
  return problem.toLowerCase().includes(title.toLowerCase()) ? problem : `${title}: ${problem}`;
}

function refuse(problem: string): Read {
  return { ok: false, error: problem };
}
