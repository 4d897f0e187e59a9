import { randomUUID } from 'node:crypto';
import { getLinkedNumber, type HistoryAction } from 'backend/history/change';
import type { HistoryChange } from 'backend/history/read-history';
import { findFailure } from 'shared/result';
import { noteRecords } from '../core/access/note-access.server';
import { getShownRecord, namePhone } from '../core/access/shown-records';
import type { ConfirmView } from '../core/confirm/confirm-view';
import { tellsWhoChanged } from '../core/history/field-masking.server';
import { getHistoryPath } from '../core/history/history-address.server';
import { audit } from '../core/host/audit.server';
import { describeDeletion } from '../core/host/describe-deletion.server';
import { phoneNumberField, tellsWho } from '../core/masking/mask.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { nameRecord } from '../core/records/name-record';
import { buildRecordTrail, noteNamedRecord } from '../core/records/record-trail.server';
import { formatMoment } from '../core/server/format-moment.server';
import type { SignedIn } from '../core/session/guard.server';
import { checkChangeRight } from '../core/session/permissions';
import { type FieldDifference, planUndo } from '../core/undo/plan-undo.server';
import { requireChange } from '../core/undo/require-change.server';

/** The data of the page that asks before a change is taken back. */
interface UndoView extends ConfirmView {
  /** The kind of the change, by whom it was made, and when. */
  description: string;
  differences: FieldDifference[];
}

const TITLE = 'Take back a change';

const VERBS: Readonly<Record<HistoryAction, string>> = {
  Add: 'Added',
  Update: 'Changed',
  Delete: 'Deleted',
  Restore: 'Restored',
  Link: 'Linked',
  Unlink: 'Unlinked',
  'Password change': 'Password changed',
};

/**
 * Loads the page that asks before a change is taken back. It compares the values after the change with the former
 * values.
 */
export async function askUndo({ user }: SignedIn, id: string): Promise<UndoView> {
  const description = `Viewed ${TITLE}`;
  audit({ username: user.username, title: TITLE, action: 'View', description });
  const plan = await planUndo(user, await requireChange(user, id));
  const { change, record, differences, work } = plan;
  const linked = change.fields.map(getLinkedNumber).filter(Boolean);
  if (change.fields.some((field) => tellsWhoChanged(change.entity, field)))
    noteRecords(user, 'History', record.entity.name, [
      getShownRecord(record.entity, record.id),
      ...linked.filter((number) => tellsWho(phoneNumberField, number)).map(namePhone),
    ]);
  const found = await fetchRecord(record.entity, record.id);
  const row = found.ok ? found.value : {};
  noteNamedRecord(user, record, row);
  const backHref = getHistoryPath(change);
  const history = { title: 'History', href: backHref };
  const isDestructive = work.ok && work.value.kind === 'remove';
  return {
    title: TITLE,
    heading: `${TITLE} of ${nameRecord(record.entity, row, record.id)}`,
    trail: buildRecordTrail({ ...record, row }, history, { title: TITLE }),
    description: describeChange(change),
    differences,
    ...{ verb: 'Take back this change', isDestructive },
    notes: isDestructive
      ? [`Taking back this addition deletes the record. ${describeDeletion()}`]
      : [],
    refusal: findFailure(checkChangeRight(user, record.entity), work),
    token: randomUUID(),
    backHref,
  };
}

function describeChange({ action, at, username }: HistoryChange): string {
  return `${VERBS[action]} by ${username} on ${formatMoment(at, 'date-time')}.`;
}
