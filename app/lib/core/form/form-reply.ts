import type { SubmissionResult } from '@conform-to/react';
import type { FormField } from '../entities/form-field';
import type { FormReply } from './form-view';

type Reply = SubmissionResult<string[]>;
type Errors = NonNullable<Reply['error']>;

/** The names of the masked fields of a form: those that the form has not sent, and those that it has. */
export interface MaskedFields {
  hidden: readonly string[];
  revealed: readonly string[];
}

/**
 * Returns a form's reply with only the data that its page needs. Removes the names of the posted fields, and the errors
 * of rows that the page does not show, and the values of `hidden` fields. Instead, one error of the repeated group names these rows.
 */
export function buildFormReply(
  reply: Reply,
  fields: readonly FormField[],
  { hidden, revealed }: MaskedFields = { hidden: [], revealed: [] },
): FormReply {
  const { error } = reply;
  const lists = fields.filter(({ items }) => items);
  const shown = error && lists.reduce((left, list) => limitRowErrors(left, list, reply), error);
  return {
    ...reply,
    ...(hidden.length > 0 ? { initialValue: leaveOut(reply.initialValue, hidden) } : {}),
    ...(revealed.length > 0 ? { revealed: [...revealed] } : {}),
    fields: undefined,
    error: shown,
  };
}

function leaveOut(values: Reply['initialValue'], names: readonly string[]): Reply['initialValue'] {
  if (!values) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function limitRowErrors(
  errors: Errors,
  { name, label, items }: FormField,
  { intent }: Reply,
): Errors {
  const pickRow = (path: string) =>
    path.startsWith(`${name}[`) ? Number.parseInt(path.slice(name.length + 1), 10) : -1;
  const rows = Object.keys(errors)
    .map(pickRow)
    .filter((row) => row >= 0);
  const pickPart = (row: number) => Math.floor(row / (items?.pageSize ?? 1));
  // After a button of a repeated group, the page shows no errors of rows, because the button does not validate the
  // form.
  const part = intent ? undefined : pickPart(Math.min(...rows));
  const left = rows.filter((row) => pickPart(row) !== part);
  if (left.length === 0) return errors;
  const remaining = Object.entries(errors).filter(([path]) => !left.includes(pickRow(path)));
  const [first, last] = [Math.min(...left) + 1, Math.max(...left) + 1];
  const where =
    first === last ? `${items?.item} ${first}` : `${label.toLowerCase()} ${first} to ${last}`;
  const more = intent ? [] : [[name, [...(errors[name] ?? []), `Also correct ${where}`]]];
  return Object.fromEntries([...remaining, ...more]);
}
