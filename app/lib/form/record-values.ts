import { createHash } from 'node:crypto';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { FormField, FormValue, Option } from '../entities/form-field';
import { readItems } from '../entities/items';
import { isInForce } from './in-force';

/** The values of a form, by field name. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** A record's values as the form's inputs hold them; a field that is not in force is empty. */
export function recordValues(fields: readonly FormField[], record: Row): FormValues {
  const values = Object.fromEntries(
    fields.map((field) => [field.name, readInput(field, record[getSource(field)])]),
  );
  const idle = fields.filter(({ when }) => !isInForce(when, (name) => values[name]));
  return {
    ...values,
    ...Object.fromEntries(idle.map((field) => [field.name, getEmptyValue(field)])),
  };
}

/** The record's field that a form's field shows. */
export function getSource(field: FormField): string {
  return field.source ?? field.name;
}

/**
 * The options of a field, and the record's own value where it is none of them: a value that came
 * from elsewhere survives an edit that does not touch it.
 */
export function addOption(field: FormField, value: FormValue): readonly Option[] | undefined {
  const { options } = field;
  if (!options || typeof value !== 'string' || value === '') return options;
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}

/** Tells one state of a record from another; what is only displayed does not count. */
export function computeVersion(fields: readonly FormField[], values: FormValues): string {
  const stored = fields
    .filter((field) => field.wire)
    .map((field) => [field.name, values[field.name]]);
  return createHash('sha256').update(JSON.stringify(stored)).digest('base64url').slice(0, 22);
}

function getEmptyValue(field: FormField): FormValue {
  return field.items ? [] : '';
}

/** Returns what the input of a field holds for a host's value. */
export function readInput(field: FormField, raw: unknown): FormValue {
  if (field.items) return readItems(raw, field.items);
  return field.options ? getOptionValue(field.options, raw) : toText(raw);
}

/** Hosts send a choice as its value, as a number, or as its label (wire.md, Envelope). */
function getOptionValue(options: readonly Option[], raw: unknown): string {
  const text = toText(raw);
  const wanted = text.trim().toLowerCase();
  const option = options.find(
    ({ value, label, aliases }) =>
      value === text.trim() || label.toLowerCase() === wanted || aliases?.includes(wanted),
  );
  return option?.value ?? text;
}
