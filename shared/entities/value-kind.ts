import type { ValueKind } from '../values/normalize';
import type { Control, Field } from './field';

/** The kinds of the values that each control takes. */
const controlKinds: Readonly<Record<Control, ValueKind>> = {
  text: 'name',
  email: 'identifier',
  tel: 'phone number',
  decimal: 'number',
  textarea: 'free text',
  select: 'answer',
  radio: 'answer',
  color: 'answer',
  'rich-text': 'verbatim',
  file: 'verbatim',
  items: 'verbatim',
};

/**
 * Returns the kind of a field's values, which follows from the field's declaration. A text that is only displayed
 * is free text if its column is wide, else an answer if it identifies nobody, and else a name. Account names are names too: unlike identifiers, two of them may
 * differ only in spaces.
 */
export function getValueKind(field: Field): ValueKind {
  if (field.valueKind) return field.valueKind;
  if (field.input) return controlKinds[field.input.control];
  if (field.format === 'file') return 'verbatim';
  if (field.kind === 'date' || field.kind === 'number') return field.kind;
  if (field.masked === 'phone number' || field.holds === 'phone number') return 'phone number';
  if (field.holds === 'study number' || field.holds === 'record id') return 'identifier';
  if (field.holds === 'free text' || field.wide) return 'free text';
  return field.identifying === false ? 'answer' : 'name';
}
