import { randomUUID } from 'node:crypto';
import { noteRecords } from '../access/note-access.server';
import { getShownRecord, namePhone } from '../access/shown-records';
import { getLinkedNumber, type HistoryAction } from '../history/change';
import { tellsWhoChanged } from '../history/field-values';
import { getHistoryPath } from '../history/history-address.server';
import type { HistoryChange } from '../history/read-history';
import { audit } from '../host/audit.server';
import { describeDeletion } from '../host/describe-deletion.server';
import { phoneNumberField, tellsWho } from '../masking/mask.server';
import { fetchRecord } from '../records/fetch-record.server';
import { nameRecord } from '../records/name-record';
import { buildRecordTrail, noteNamedRecord } from '../records/record-trail.server';
import { formatMoment } from '../server/format-moment.server';
import type { SignedIn } from '../session/guard.server';
import { findChangeRefusal } from '../session/permissions';
import type { Trail } from '../trail';
import { type Difference, planUndo } from './plan-undo.server';
import { requireChange } from './require-change.server';

/** The data of the page that asks before a change is taken back. */
export interface UndoView {
  title: string;
  /** The heading, which names the record. */
  heading: string;
  trail: Trail;
  /** The kind of the change, by whom it was made, and when. */
  description: string;
  differences: Difference[];
  /** The note on whether a deletion can be undone, and for how long. Undefined if the undo deletes nothing. */
  deletionNote: string | undefined;
  refusal: string | undefined;
  token: string;
  backHref: string;
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
  return {
    title: TITLE,
    heading: `${TITLE} of ${nameRecord(record.entity, row, record.id)}`,
    trail: buildRecordTrail({ ...record, row }, history, { title: TITLE }),
    description: describeChange(change),
    differences,
    deletionNote: work?.kind === 'remove' ? describeDeletion() : undefined,
    refusal: findChangeRefusal(user, record.entity) ?? plan.refusal,
    token: randomUUID(),
    backHref,
  };
}

function describeChange({ action, at, username }: HistoryChange): string {
  return `${VERBS[action]} by ${username} on ${formatMoment(at, 'date-time')}.`;
}
