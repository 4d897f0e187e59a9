import { createHash, createHmac } from 'node:crypto';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { findOption } from 'shared/values/find-option';
import type { FormField, FormValue, Option } from '../entities/form-field';
import { readItems } from '../entities/items';
import { config } from '../server/config.server';
import { getPanelKeys } from '../server/keys.server';
import { isApplicable } from './is-applicable';

/** The values of a form, by field name. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** Returns a record's values as the form's inputs hold them. Fields that do not apply are empty. */
export function readRecordValues(fields: readonly FormField[], record: Row): FormValues {
  const values = Object.fromEntries(
    fields.map((field) => [field.name, readInput(field, record[getSource(field)])]),
  );
  const inapplicable = fields.filter(({ when }) => !isApplicable(when, (name) => values[name]));
  return {
    ...values,
    ...Object.fromEntries(inapplicable.map((field) => [field.name, getEmptyValue(field)])),
  };
}

/** Returns the name of the record's field that a form's field shows. */
export function getSource(field: FormField): string {
  return field.source ?? field.name;
}

/**
 * Returns the options of a field. Adds the record's value if no option has it, so that an edit of other fields does not
 * change the value.
 */
export function listOptions(field: FormField, value: FormValue): readonly Option[] | undefined {
  const { options } = field;
  if (!options || typeof value !== 'string' || value === '') return options;
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}

/**
 * Computes a hash of a record's values, by which two versions of the record can be compared. Ignores fields that are
 * never sent.
 */
export function computeVersion(fields: readonly FormField[], values: FormValues): string {
  const stored = fields
    .filter((field) => field.wire)
    .map((field) => [field.name, values[field.name]]);
  // Without a key, a masked number could be found by computing the hashes of all numbers.
  const hash = config.MASK_IDENTIFIERS
    ? createHmac('sha256', getPanelKeys().ring.current.derive('record version'))
    : createHash('sha256');
  return hash.update(JSON.stringify(stored)).digest('base64url').slice(0, 22);
}

function getEmptyValue(field: FormField): FormValue {
  return field.items ? [] : '';
}

/** Converts a value from a host to the value of the field's input. */
export function readInput(field: FormField, raw: unknown): FormValue {
  if (field.items) return readItems(raw, field.items);
  return field.options ? getOptionValue(field.options, raw) : toText(raw);
}

/**
 * Returns the value of the option that a host's value stands for, or the host's value itself if there is no such
 * option. Hosts send a choice as its value (a text or a number), as its label or as an alias (wire.md, Values).
 */
function getOptionValue(options: readonly Option[], raw: unknown): string {
  return findOption(options, raw)?.value ?? toText(raw);
}
