import type { Entity } from '../entities/entity';
import type { UndoState } from '../entities/record-history';
import type { HistoryChange } from './read-history';

/**
 * Returns the ids of the changes that have been taken back. A change counts as made if the change that took it back has
 * itself been taken back.
 */
export function findTakenBack(changes: readonly HistoryChange[]): Set<string> {
  const takenBack = new Set<string>();
  // A change is younger than the one that it takes back.
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

/** Returns whether the form can change a field. Imports also change fields that no form has. */
function isChangeable(form: Entity['form'], name: string): boolean {
  const field = form?.fields.find((input) => input.name === name);
  return field?.wire !== undefined && !field.readOnlyOnEdit;
}

/**
 * Returns whether a change can be taken back. Does not consider later changes of the same fields. `hasBin` is true if
 * the host can restore deleted records.
 */
export function getUndoState(
  { id, action, outcome, fields }: HistoryChange,
  { name, form, deletable }: Entity,
  { takenBack, hasBin }: { takenBack: ReadonlySet<string>; hasBin: boolean },
): UndoState {
  if (outcome === 'unknown') return 'Not known';
  if (takenBack.has(id)) return 'Taken back';
  if (fields.some(({ isErased }) => isErased)) return 'Final';
  switch (action) {
    case 'Add':
    case 'Restore':
      // The message of a notification has been sent to phones.
      return deletable && name !== 'notification' ? 'Take back' : 'Final';
    case 'Update':
      return fields.every(({ field }) => isChangeable(form, field)) ? 'Take back' : 'Final';
    case 'Link':
    case 'Unlink':
      return 'Take back';
    case 'Delete':
      return hasBin && deletable ? 'Take back' : 'Final';
    case 'Password change':
      return 'Final';
  }
}
