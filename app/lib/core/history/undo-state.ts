import { type FieldChange, type HistoryValue, isSameHistoryValue } from 'backend/history/change';
import { MIN_CUT_LENGTH } from 'backend/history/cut-long-values';
import type { HistoryChange } from 'backend/history/read-history';
import type { Row } from 'shared/list/memory';
import type { FormValues } from 'shared/record-values/form-value';
import { readRecordValues } from 'shared/record-values/record-values';
import type { Entity } from '../entities/entity';
import type { FormField } from '../entities/form-field';
import type { UndoState } from '../entities/record-history';

/**
 * Returns the ids of the changes that have been taken back. Does not include a change if the change that took it back
 * has itself been taken back.
 */
export function findTakenBack(changes: readonly HistoryChange[]): Set<string> {
  const takenBack = new Set<string>();
  // A change is newer than the one that it takes back, so the newest are examined first.
  for (const change of [...changes].reverse()) {
    const undone = findUndone(change, changes);
    if (undone !== undefined && change.outcome === 'made' && !takenBack.has(change.id))
      takenBack.add(undone);
  }
  return takenBack;
}

/**
 * Returns the id of the change that this one takes back. Restoring a record from the bin takes back its last deletion.
 */
export function findUndone(
  { undoes, action, seq }: HistoryChange,
  changes: readonly HistoryChange[],
): string | undefined {
  if (undoes !== undefined || action !== 'Restore') return undoes;
  return changes.findLast((other) => other.action === 'Delete' && other.seq < seq)?.id;
}

/** Returns the values of a record with which changes are compared: those of the fields that the form sends. */
export function readPresentValues({ form }: Pick<Entity, 'form'>, record: Row): FormValues {
  return readRecordValues(listSentFields(form), record);
}

function listSentFields(form: Entity['form']): FormField[] {
  return (form?.fields ?? []).filter(({ wire }) => wire);
}

/**
 * Returns the names of the fields that no longer have the values that a change gave them. `present` has the values of
 * the record as it is now. An added or restored record had no values in the fields that the change does not name. Other
 * actions than Add, Restore and Update give no values.
 */
export function listChangedFields(
  { action, fields }: Pick<HistoryChange, 'action' | 'fields'>,
  entity: Pick<Entity, 'form' | 'list'>,
  present: FormValues,
  isSame = isSameHistoryValue,
): string[] {
  const isWhole = action === 'Add' || action === 'Restore';
  if (action !== 'Update' && !isWhole) return [];
  const own = isWhole ? fields : leaveOutComputed(fields, entity);
  const given = new Map(own.map(({ field, after }) => [field, after]));
  const names = isWhole ? listSentFields(entity.form).map(({ name }) => name) : [...given.keys()];
  return names.filter((name) => !isSame(present[name] ?? null, given.get(name) ?? null));
}

/**
 * Returns whether a record no longer has the values that a change gave it. `change` may have only the beginnings of
 * long values. `present` has the values of the record as it is now, or is null if the record does not exist.
 */
export function isChangedSince(
  change: HistoryChange,
  entity: Entity,
  present: FormValues | null,
): boolean {
  if (present === null) return ['Add', 'Update', 'Restore'].includes(change.action);
  return listChangedFields(change, entity, present, isSameBeginning).length > 0;
}

function isSameBeginning(stored: HistoryValue, given: HistoryValue): boolean {
  if (isSameHistoryValue(stored, given)) return true;
  const areTexts = typeof stored === 'string' && typeof given === 'string';
  return areTexts && given.length >= MIN_CUT_LENGTH && stored.startsWith(given);
}

/** Returns the fields of a change without those that the host computes from other fields of the change. */
export function leaveOutComputed<Change extends Pick<FieldChange, 'field'>>(
  fields: readonly Change[],
  { list }: Pick<Entity, 'list'>,
): Change[] {
  const names = fields.map(({ field }) => field);
  const computed = list.columns.filter(({ follows = '' }) => names.includes(follows));
  return fields.filter(({ field }) => !computed.some((column) => column.field === field));
}

/** Returns whether the form can change a field. Imports also change fields that are not in the form. */
function isChangeable(form: Entity['form'], name: string): boolean {
  const field = form?.fields.find((input) => input.name === name);
  return field?.wire !== undefined && !field.readOnlyOnEdit;
}

/**
 * Returns whether a change can be taken back. Does not check whether its fields have been changed since. `hasBin` is
 * true if the host can restore deleted records.
 */
export function getUndoState(
  { id, action, outcome, fields }: HistoryChange,
  entity: Entity,
  { takenBack, hasBin }: { takenBack: ReadonlySet<string>; hasBin: boolean },
): Exclude<UndoState, 'Changed since'> {
  const { form, deletable } = entity;
  if (outcome === 'unknown') return 'Not known';
  if (takenBack.has(id)) return 'Taken back';
  if (fields.some(({ isErased }) => isErased)) return 'Final';
  switch (action) {
    case 'Add':
    case 'Restore':
      return deletable && !form?.isAddFinal ? 'Take back' : 'Final';
    case 'Update':
      return leaveOutComputed(fields, entity).every(({ field }) => isChangeable(form, field))
        ? 'Take back'
        : 'Final';
    case 'Link':
    case 'Unlink':
      return 'Take back';
    case 'Delete':
      return hasBin && deletable ? 'Take back' : 'Final';
    case 'Password change':
      return 'Final';
  }
}
