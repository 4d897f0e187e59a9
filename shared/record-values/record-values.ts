import type { Input, Option } from '../entities/field';
import type { Row } from '../list/memory';
import { toText } from '../list/values';
import { findOption } from '../values/find-option';
import type { FormValue, FormValues } from './form-value';
import { isApplicable } from './is-applicable';
import { readItems } from './items';

/** A field whose value is read: the name of the input, and the properties of its declaration that decide on the value. */
type ReadField = Pick<Input, 'source' | 'options' | 'items' | 'when'> & { name: string };

/** Returns a record's values as the form's inputs hold them. Fields that do not apply are empty. */
export function readRecordValues(fields: readonly ReadField[], record: Row): FormValues {
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
export function getSource(field: ReadField): string {
  return field.source ?? field.name;
}

/**
 * Returns the options of a field. Adds the record's value if no option has it, so that an edit of other fields does not
 * change the value.
 */
export function listOptions(field: ReadField, value: FormValue): readonly Option[] | undefined {
  const { options } = field;
  if (!options || typeof value !== 'string' || value === '') return options;
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}

function getEmptyValue(field: ReadField): FormValue {
  return field.items ? [] : '';
}

/** Converts a value from a host to the value of the field's input. */
export function readInput(field: ReadField, raw: unknown): FormValue {
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
