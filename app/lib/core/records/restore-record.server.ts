import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { allRows } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { failWith, findFailure, type Result, succeeded } from 'shared/result';
import { shortText } from 'shared/short-text';
import { noteRows } from '../access/note-access.server';
import { confirmOnce, readConfirmation, refuseConfirmation } from '../confirm/confirm.server';
import type { ConfirmView } from '../confirm/confirm-view';
import { entities, findDeletableEntity } from '../entities';
import { deletedRecord } from '../entities/deleted-record';
import type { Entity } from '../entities/entity';
import type { CompleteForm } from '../form/with-idempotency-key.server';
import { answerPage, isAbsent } from '../host/absent.server';
import type { HostBin } from '../host/api-host';
import type { ApiError, ApiResult } from '../host/api-result';
import { audit, recordFailedCall } from '../host/audit.server';
import type { ChangeEntry, ChangeHistory } from '../host/change-entry';
import { describeRequestError } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import { fetchRows } from '../list/fetch-rows.server';
import { buildTrail } from '../list/list-trail.server';
import { readItem } from '../list/read-item.server';
import { maskField } from '../masking/mask.server';
import { refuseRequest } from '../server/refuse';
import type { SignedIn } from '../session/guard.server';
import { checkChangeRight } from '../session/permissions';
import { refuseView } from '../session/refuse-view.server';
import { requireChangePermission } from '../session/require-change-permission.server';
import type { SignedInUser } from '../session/user';
import { fetchRecord } from './fetch-record.server';
import { findPublicAddress, getBackHref } from './load-form.server';
import { planWholeRecord } from './plan-change.server';
import { requireRecordId } from './require-record-id';
import { findSaveHooks, needsProofForAny } from './save-hooks.server';
import { storeAnswer } from './store-answer.server';

/** Returns the response for the page that asks before a deleted record is restored. */
export async function askRestore({ user }: SignedIn, request: Request, id: string) {
  await requireBin(user, id);
  const address = findPublicAddress(findBackEntity(request), request);
  if (address !== undefined) return redirect(address);
  const record = await fetchRecord(deletedRecord, id);
  const entity = record.ok ? findEntity(record.value) : undefined;
  const title = entity ? `Restore ${entity.singular}` : 'Restore record';
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title} ${id}` });
  const named = deletedRecord.list.columns.filter(({ field }) => field === deletedRecord.label);
  if (record.ok) noteRows(user, 'Deletion', deletedRecord, [record.value], named);
  const error = record.ok ? undefined : record.error;
  const label = record.ok
    ? maskField(deletedRecord, record.value, deletedRecord.label)
    : `record ${id}`;
  const heading = `Restore ${shortText(label)}`;
  const backHref = findBackHref(request);
  const view: ConfirmView = {
    title,
    heading: `${heading}?`,
    trail: buildTrail(findBackEntity(request), backHref, { title: heading }),
    label,
    verb: 'Restore',
    token: randomUUID(),
    backHref,
    refusal: error
      ? describeRestoreError(error)
      : findFailure(checkChangeRight(user, entity ?? deletedRecord)),
  };
  return answerPage(view, error);
}

/**
 * Restores a deleted record, only once per token, and redirects to the list from which the user came, which shows a
 * message. If the record was not restored, returns the reason, or the question by which the user proves who they are.
 */
export async function restoreRecord(
  signedIn: SignedIn,
  request: Request,
  id: string,
  address: string,
) {
  const bin = await requireBin(signedIn.user, id);
  const confirmation = await readConfirmation(request);
  const proveFrom = (await isProofNeeded(id)) ? address : undefined;
  const content = ['restore', id];
  const backHref = findBackHref(request);
  return confirmOnce(signedIn, confirmation, { content, proveFrom }, async (once) => {
    const complete = once?.completeWith(backHref);
    const restored = await restoreDeleted(signedIn, bin, { id, complete });
    return restored.ok ? redirect(backHref) : refuseConfirmation(confirmation, restored.error, 400);
  });
}

/** Returns whether restoring a record needs a proof of who the user is. Its values are known only afterwards. */
async function isProofNeeded(id: string): Promise<boolean> {
  const record = await fetchRecord(deletedRecord, id);
  const entity = record.ok ? findEntity(record.value) : undefined;
  return entity !== undefined && needsProofForAny(entity.name);
}

interface Restore {
  id: string;
  undoes?: string;
  message?: string;
  complete?: CompleteForm;
}

/**
 * Restores the deleted record that has this id in the bin, adds the change to the audit log and to the record's
 * history, and shows a message, which is `message` if given. `undoes` is the id of the change that the restore takes
 * back. `complete` completes the form in the transaction of the restore. Fails with a message for users if the record was
 * not restored.
 */
export async function restoreDeleted(
  { user, toast }: SignedIn,
  bin: HostBin,
  { id, undoes, message, complete }: Restore,
): Promise<Result<undefined, string>> {
  const record = await fetchRecord(deletedRecord, id);
  const entity = record.ok ? findEntity(record.value) : undefined;
  if (entity) await requireChangePermission(user, entity);
  const singular = entity?.singular ?? 'record';
  const subject = `${singular} ${record.ok ? toText(record.value.deleted_key) : id}`;
  const describeRestored = entity && findSaveHooks(entity.name).describeRestored;
  const entry: ChangeEntry = {
    username: user.username,
    title: deletedRecord.title,
    action: 'Restore',
    attempt: `Restoring ${subject}`,
    describe: ([item]) =>
      `Restored ${subject}${item && describeRestored ? `: ${describeRestored(item)}` : ''}`,
  };
  const result = record.ok
    ? await makeChange([entry], (_host, options) => bin.restore(id, user.username, options), {
        history:
          entity && planRestore(entity, toText(record.value.deleted_key), user.username, undoes),
        alsoStore: storeAnswer({ toast }, complete, () => ({
          text: message ?? messages.restored(singular),
        })),
      })
    : record;
  if (!result.ok) {
    recordFailedCall({ ...entry, description: `Restoring ${singular} failed` }, result.error);
    return failWith(describeRestoreError(result.error));
  }
  return succeeded;
}

/**
 * Finds the latest deletion of the record with this id. Returns the id that the deleted record has in the bin, or
 * undefined if the bin does not have it.
 */
export async function findDeleted(
  entity: Entity,
  id: string,
): Promise<ApiResult<string | undefined>> {
  const key = Number(id);
  const result = await fetchRows(deletedRecord, {
    ...allRows,
    sort: { field: deletedRecord.key, descending: true },
    filters: [{ kind: 'number', field: 'deleted_key', min: key, max: key }],
  });
  if (!result.ok) return result;
  const row = result.value.rows.find((deleted) => findEntity(deleted)?.name === entity.name);
  return { ok: true, value: row && toText(row[deletedRecord.key]) };
}

/** Returns the history of a restored record, whose values are known only from the host's answer. */
function planRestore(entity: Entity, id: string, username: string, undoes?: string): ChangeHistory {
  const plan = (record: Row) =>
    planWholeRecord(entity, 'Restore', record, { id, username, undoes });
  return {
    ...plan({}),
    complete: ([item]) => ({ fields: plan(item ? readItem(entity, item) : {}).change.fields }),
  };
}

/**
 * Returns the host's bin. Throws a 404 response if the host has no bin, or if no deleted record can have this id.
 * Throws a 403 response if the user may not see the bin.
 */
async function requireBin(user: SignedInUser, id: string): Promise<HostBin> {
  await refuseView(user, deletedRecord);
  const { bin } = getApiHost();
  if (!bin) refuseRequest(404, messages.noBin);
  requireRecordId(deletedRecord, id);
  return bin;
}

function findEntity({ deleted_entity }: Row): Entity | undefined {
  return entities.find(({ host, deletable }) => deletable && host?.name === deleted_entity);
}

function describeRestoreError(error: ApiError): string {
  if (isAbsent(error)) return messages.notInBin;
  return describeRequestError(error, messages.restoreFailed);
}

/** Returns the address of the list from which the user came. */
function findBackHref(request: Request): string {
  return getBackHref(findBackEntity(request), request);
}

/**
 * Returns the entity from whose list the user came. After "Undo", this is the entity that the parameter `undo` names.
 * Otherwise, it is the entity of deleted records.
 */
function findBackEntity(request: Request): Entity {
  const undone = new URL(request.url).searchParams.get('undo') ?? undefined;
  return findDeletableEntity(undone) ?? deletedRecord;
}
