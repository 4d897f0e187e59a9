import { LINK_FIELD } from 'backend/history/change';
import type { ReadFieldChange } from 'backend/history/field-values';
import type { HistoryChange } from 'backend/history/read-history';
import { findUndone } from '../history/undo-state';

/**
 * Returns the fields of a change that later changes have changed again. A later change that was taken back does not
 * count, and neither does the change that took it back.
 */
export function findLaterFields(
  change: HistoryChange,
  history: readonly HistoryChange[],
  takenBack: ReadonlySet<string>,
): string[] {
  const positions = new Map(history.map(({ id, seq }) => [id, seq]));
  const isLater = (other: HistoryChange) => {
    const undone = findUndone(other, history);
    return (
      other.seq > change.seq &&
      other.outcome === 'made' &&
      !takenBack.has(other.id) &&
      !(undone !== undefined && (positions.get(undone) ?? 0) >= change.seq)
    );
  };
  const later = history.filter(isLater);
  if (later.some(({ action }) => action === 'Delete'))
    return change.fields.map(({ field }) => field);
  const isWhole = change.action === 'Add' || change.action === 'Restore';
  const own = new Set(change.fields.map(getSubject));
  const fields = later
    .flatMap((other) => other.fields)
    .filter((field) => isWhole || own.has(getSubject(field)));
  return [...new Set(fields.map(({ field }) => field))];
}

/**
 * Returns the key by which changes of the same field are found: the field's name. For a linked participant, the key
 * also contains the participant, so that each one counts as a field of its own.
 */
function getSubject({ field, before, after }: ReadFieldChange): string {
  return field === LINK_FIELD ? `${field} ${String(after ?? before)}` : field;
}
