import { randomUUID } from 'node:crypto';
import { data, redirect } from '@remix-run/node';
import { noteRecords } from '../access/note-access.server';
import { getShownRecord, namePhone } from '../access/shown-records';
import { getEditPath } from '../entities/record-paths';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { withRecordLock } from '../form/with-record-lock.server';
import { getLinkedNumber, type HistoryAction } from '../history/change';
import { isIdentifyingChange } from '../history/field-values';
import { getHistoryPath } from '../history/history-address.server';
import type { HistoryChange } from '../history/read-history';
import { audit } from '../host/audit.server';
import { describeDeletion } from '../host/describe-deletion.server';
import { describeDeleteError, describeSaveError } from '../host/describe-error';
import { changeLink } from '../phones/change-link.server';
import { removeRecord } from '../records/delete-record.server';
import { fetchRecord } from '../records/fetch-record.server';
import { nameRecord } from '../records/name-record';
import { buildRecordTrail, noteNamedRecord } from '../records/record-trail.server';
import { restoreDeleted } from '../records/restore-record.server';
import { findSaveHooks } from '../records/save-hooks.server';
import { saveRecord } from '../records/save-record.server';
import { formatMoment } from '../server/format-moment.server';
import type { SignedIn } from '../session/guard.server';
import { findChangeRefusal } from '../session/permissions';
import { refuseHistoryOfDeleted } from '../session/refuse-deleted.server';
import { requireChangePermission } from '../session/require-change-permission.server';
import { getUserKey } from '../session/user-key.server';
import type { Trail } from '../trail';
import {
  type Difference,
  type FoundChange,
  findRecordedChange,
  planUndo,
  type UndoPlan,
} from './plan-undo.server';

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
  if (change.fields.some((field) => isIdentifyingChange(change.entity, field)))
    noteRecords(user, 'History', record.entity.name, [
      getShownRecord(record.entity, record.id),
      ...change.fields.map(getLinkedNumber).filter(Boolean).map(namePhone),
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

/**
 * Takes a change back, only once per token, and redirects to the history of the record. If the change cannot be taken
 * back any more, or the host refuses, returns the reason.
 */
export async function undoChange(
  signedIn: SignedIn,
  request: Request,
  id: string,
  address: string,
) {
  const form = await readForm(request, { fields: [formInputs.token, formInputs.proof] });
  const proof = takeProof(form);
  const { change, record } = await requireChange(signedIn.user, id);
  await requireChangePermission(signedIn.user, record.entity);
  if (needsProof(change)) {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) {
      const { question, status } = refusal;
      return data({ error: question.message, proof: question }, status);
    }
  }
  const filling = {
    token: form.get(formInputs.token),
    owner: getUserKey(signedIn.user),
    content: ['undo', id],
  };
  return withIdempotencyKey(filling, async (key) => {
    const failure = await takeBack(signedIn, request, { change, record }, key);
    return failure
      ? data({ error: failure.reason, proof: undefined }, failure.status)
      : redirect(getHistoryPath(change));
  });
}

/** Returns whether a user must have proved recently who they are to take a change back, as to make the change. */
function needsProof({ entity, fields }: HistoryChange): boolean {
  const before = Object.fromEntries(fields.map((field) => [field.field, field.before]));
  const after = Object.fromEntries(fields.map((field) => [field.field, field.after]));
  return findSaveHooks(entity).needsProof?.(after, before) ?? false;
}

/**
 * Takes a change back while no other form of the record is saved. If it was not taken back, returns the reason, and the
 * status for a response.
 */
export function takeBack(
  signedIn: SignedIn,
  request: Request,
  { change: { id }, record }: FoundChange,
  key?: string,
): Promise<{ reason: string; status: number } | undefined> {
  return withRecordLock(
    getEditPath(record.entity, record.id),
    async () => {
      const plan = await planUndo(signedIn.user, await requireChange(signedIn.user, id));
      const reason = plan.work ? await carryOut(signedIn, request, plan, key) : plan.refusal;
      return reason === undefined ? undefined : { reason, status: plan.work ? 400 : 409 };
    },
    async (reason) => ({ reason, status: 503 }),
  );
}

function describeChange({ action, at, username }: HistoryChange): string {
  return `${VERBS[action]} by ${username} on ${formatMoment(at, 'date-time')}.`;
}

/** Finds a change. Throws a 404 response if there is none, or a 403 response if the user may not see its values. */
async function requireChange(user: SignedIn['user'], id: string): Promise<FoundChange> {
  const found = await findRecordedChange(id);
  if (!found)
    throw new Response('There is no such change, or it can no longer be read.', { status: 404 });
  await refuseHistoryOfDeleted(user, found.change);
  return found;
}

/** Returns the message after a change was taken back. */
function describeUndone(action: HistoryAction, singular: string): string {
  switch (action) {
    case 'Add':
      return `The addition of the ${singular} has been taken back`;
    case 'Delete':
      return `The deletion of the ${singular} has been taken back`;
    case 'Restore':
      return `The restoring of the ${singular} has been taken back`;
    case 'Link':
      return 'The link to the participant’s phone has been removed again';
    case 'Unlink':
      return 'The participant’s phone has been linked again';
    default:
      return `The change to the ${singular} has been taken back`;
  }
}

/** Does the work of a plan. If it was not done, returns the reason. */
async function carryOut(
  signedIn: SignedIn,
  request: Request,
  { change, record, work }: UndoPlan,
  key: string | undefined,
): Promise<string | undefined> {
  const { id, entity } = record;
  const undoes = change.id;
  const message = describeUndone(change.action, entity.singular);
  switch (work?.kind) {
    case 'save': {
      const saved = await saveRecord(signedIn, work.entity, work.form, work.values, {
        id,
        key,
        undoes,
        message,
      });
      return saved.ok ? undefined : saved.error;
    }
    case 'remove':
      return removeRecord(signedIn, entity, request, { id, undoes, message });
    case 'restore':
      return restoreDeleted(signedIn, work.bin, { id: work.deletedId, undoes, message });
    case 'link':
    case 'unlink': {
      const { username } = signedIn.user;
      const { participant } = work;
      const action = work.kind === 'link' ? 'Link' : 'Unlink';
      const result = await changeLink(action, { number: id, participant, username, undoes });
      if (!result.ok)
        return action === 'Link'
          ? describeSaveError(result.error, 'adding', 'participant link')
          : describeDeleteError(result.error, 'participant');
      await signedIn.toast({ kind: 'success', text: message });
      return undefined;
    }
    default:
      return undefined;
  }
}
