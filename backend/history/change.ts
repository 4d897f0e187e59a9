import { toText } from 'shared/list/values';
import type { FormValue } from 'shared/record-values/form-value';
import { z } from 'zod';

/** The value of a field in the history. Null if the field had no value, or if the value must not be stored. */
export type HistoryValue = FormValue | null;

/** The schema of a stored value. */
export const historyValueSchema = z.union([
  z.string(),
  z.array(z.record(z.string(), z.string().optional())),
  z.null(),
]);

/** A field with its values before and after a change. A changed secret has no values. */
export interface FieldChange {
  field: string;
  before: HistoryValue;
  after: HistoryValue;
}

export const historyActions = [
  'Add',
  'Update',
  'Delete',
  'Restore',
  'Link',
  'Unlink',
  'Password change',
] as const;

export type HistoryAction = (typeof historyActions)[number];

/**
 * The entity of a record and the record's id. The id of a record with a parent begins with the parent's id and a slash.
 */
export interface RecordName {
  entity: string;
  recordId: string;
}

/** A change of a record, as the history stores it. */
export interface RecordChange extends RecordName {
  username: string;
  action: HistoryAction;
  fields: readonly FieldChange[];
  /** The id of the change that this one takes back. */
  undoes?: string;
}

/** The field of a phone's history that holds the number of a linked participant. */
export const LINK_FIELD = 'participant';
/** The field of a user's history that stands for a change of the password. It has no values. */
export const PASSWORD_FIELD = 'password';

/** Returns the number of the participant that a change links or unlinks. Empty for a change of another field. */
export function getLinkedNumber({ field, before, after }: FieldChange): string {
  return field === LINK_FIELD ? toText(after ?? before) : '';
}

/** Returns the id of a record in the history. */
export function getRecordId(parentId: string | undefined, id: string): string {
  return parentId === undefined ? id : `${parentId}/${id}`;
}

/** Returns the fields whose values differ. */
export function compareValues(
  fields: readonly string[],
  before: Readonly<Record<string, HistoryValue | undefined>> | undefined,
  after: Readonly<Record<string, HistoryValue | undefined>> | undefined,
): FieldChange[] {
  return fields
    .map((field) => ({
      field,
      before: toHistoryValue(before?.[field]),
      after: toHistoryValue(after?.[field]),
    }))
    .filter((change) => !isSameHistoryValue(change.before, change.after));
}

/** Returns whether two values are the same. An empty value is the same as none. */
export function isSameHistoryValue(one: HistoryValue, other: HistoryValue): boolean {
  const [left, right] = [toHistoryValue(one), toHistoryValue(other)];
  if (left === right) return true;
  const areLists = typeof left === 'object' && typeof right === 'object';
  return areLists && JSON.stringify(left) === JSON.stringify(right);
}

function toHistoryValue(value: HistoryValue | undefined): HistoryValue {
  return value === undefined || value === null || value.length === 0 ? null : value;
}
