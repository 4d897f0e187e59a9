import { findDeclaration } from 'shared/entities';
import type { Option } from 'shared/entities/field';
import type { Row } from 'shared/list/memory';
import { normalizeDate, toText } from 'shared/list/values';
import { addUnit } from 'shared/units';
import { findOption } from 'shared/values/find-option';
import type { Column } from '../core/entities/column';
import type { Entity } from '../core/entities/entity';
import { nameVariables } from './variable-names';

/** The way in which a file contains the answers that have codes. */
export type ValueStyle = 'codes' | 'words';

export type VariableKind = 'number' | 'date' | 'date-time' | 'text';

/** A column of a file for analysis. */
export interface Variable {
  /** The name in the file, which statistical programs accept. */
  name: string;
  /** The name of the field. */
  field: string;
  label: string;
  kind: VariableKind;
  /** The declared codes. Empty if the values have no codes. */
  codes: readonly Option[];
  /** The field that holds the code, if `field` holds the word. */
  storedIn?: string;
  isIdentifying: boolean;
  /** True if the value is computed from other columns and records, and the day of the export. */
  isDerived: boolean;
}

/** Returns the variables for columns of a list, in their order. */
export function buildVariables(entity: Entity, columns: readonly Column[]): Variable[] {
  const fields = findDeclaration(entity.name)?.fields ?? {};
  const names = nameVariables(columns.map(({ field }) => field));
  return columns.map((column, index) => {
    const { field, title, unit, identifying, storedIn, answerCodes = [], derived = false } = column;
    const declared = fields[field];
    const stored = storedIn ? (declared?.codes ?? declared?.input?.options ?? []) : [];
    return {
      name: names[index] ?? field,
      field,
      label: addUnit(title, unit),
      kind: getKind(column),
      codes: storedIn ? stored : answerCodes,
      storedIn,
      isIdentifying: identifying !== false,
      isDerived: derived,
    };
  });
}

function getKind({ kind, format }: Column): VariableKind {
  if (format === 'date' || format === 'date-time') return format;
  return kind === 'number' ? 'number' : 'text';
}

/**
 * Returns a row's value as text: numbers unchanged, dates as `2026-03-05`, and times as `2026-03-05 14:30:00` in the
 * study's time zone. An answer with codes is its code or its word. A value that cannot be read, and an answer that is
 * none of the declared ones, stay unchanged.
 */
export function readVariableValue(
  variable: Variable,
  row: Row,
  style: ValueStyle,
  timeZone: string,
): string {
  const raw = row[variable.field];
  if (variable.codes.length > 0) return readCodedAnswer(variable, row, style);
  switch (variable.kind) {
    case 'date':
      return normalizeDate(raw, timeZone)?.slice(0, 'YYYY-MM-DD'.length) ?? toText(raw);
    case 'date-time':
      return normalizeDate(raw, timeZone) ?? toText(raw);
    case 'number':
    case 'text':
      return toText(raw);
  }
}

function readCodedAnswer(
  { field, storedIn, codes }: Variable,
  row: Row,
  style: ValueStyle,
): string {
  const shown = toText(row[field]);
  const stored = storedIn ? toText(row[storedIn]) : '';
  if (style === 'words' && storedIn) return shown;
  const held = stored || shown;
  const option = findOption(codes, held);
  return option?.[style === 'words' ? 'label' : 'value'] ?? held;
}

/**
 * Matches the numbers that all programs read without loss. A number with leading zeros is an identifier, and one with
 * more than 15 digits would be rounded.
 */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MAX_DIGITS = 15;

/** Returns whether a file can contain a value as a number or a date of this kind. Returns false for the kind `text`. */
export function isOfKind(kind: VariableKind, text: string): boolean {
  switch (kind) {
    case 'number':
      return NUMBER.test(text) && text.replace(/\D/g, '').length <= MAX_DIGITS;
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text);
    case 'date-time':
      return /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/.test(text);
    case 'text':
      return false;
  }
}
