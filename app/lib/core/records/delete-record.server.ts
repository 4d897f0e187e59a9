import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { defined } from 'shared/defined';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { failWith, findFailure, type Result, succeeded } from 'shared/result';
import { noteRows } from '../access/note-access.server';
import { confirmOnce, readConfirmation } from '../confirm/confirm.server';
import type { ConfirmView } from '../confirm/confirm-view';
import { getRestorePath } from '../entities/deleted-record';
import type { Entity } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import type { CompleteForm } from '../form/with-idempotency-key.server';
import { answerPage, isAbsent } from '../host/absent.server';
import type { FormFields } from '../host/api-host';
import { audit, recordFailedCall } from '../host/audit.server';
import type { ChangeHistory } from '../host/change-entry';
import { describeDeletion } from '../host/describe-deletion.server';
import { describeDeleteError, describeLoadError, explainMissing } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import { readItem } from '../list/read-item.server';
import { maskField } from '../masking/mask.server';
import { getStore } from '../server/store.server';
import type { SignedIn } from '../session/guard.server';
import { canBeChangedByAll, checkChangeRight } from '../session/permissions';
import { requireChangePermission } from '../session/require-change-permission.server';
import type { Toast } from '../session/session-data';
import { describeRecord } from './describe-record.server';
import { fetchRecord } from './fetch-record.server';
import { findPublicAddress, getBackHref } from './load-form.server';
import { nameRecord } from './name-record';
import { planWholeRecord } from './plan-change.server';
import { buildRecordTrail } from './record-trail.server';
import { requireRecordId } from './require-record-id';
import { findSaveHooks } from './save-hooks.server';
import { storeAnswer } from './store-answer.server';

/**
 * Returns the response for the page that confirms a deletion. If the record cannot be read, the page names it
 * by its id. If it does not exist, the page does not offer the deletion.
 */
export async function askDelete({ user }: SignedIn, entity: Entity, request: Request, id: string) {
  requireRecordId(entity, id);
  const address = findPublicAddress(entity, request);
  if (address !== undefined) return redirect(address);
  const backHref = getBackHref(entity, request);
  const title = `Delete ${entity.singular}`;
  const description = `Viewed Delete ${describeRecord(entity, id)}`;
  audit({ username: user.username, title, action: 'View', description });
  const record = await fetchRecord(entity, id);
  if (record.ok) {
    const { list } = entity;
    const named = list.columns.filter(({ field }) => [entity.key, entity.label].includes(field));
    noteRows(user, 'Deletion', entity, [{ ...record.value, [entity.key]: id }], named);
  }
  const row = record.ok ? record.value : {};
  const name = nameRecord(entity, row, id);
  const error = record.ok ? undefined : record.error;
  const view: ConfirmView = {
    title,
    heading: `Delete ${name}?`,
    trail: buildRecordTrail({ entity, id, row, listHref: backHref }, { title: 'Delete' }),
    label: maskField(entity, row, entity.label) || name,
    ...{ verb: 'Delete', isDestructive: true },
    token: randomUUID(),
    backHref,
    notes: [describeDeletion()],
    refusal: isAbsent(error)
      ? describeLoadError(error, entity.singular)
      : findFailure(checkChangeRight(user, entity)),
  };
  return answerPage(view, error);
}

/**
 * Deletes a record, only once per token, and redirects to the list with the page, sorting and filters that the user
 * left. The list shows the result as a message.
 */
export async function deleteRecord(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  id: string,
) {
  await requireChangePermission(signedIn.user, entity);
  requireRecordId(entity, id);
  const confirmation = await readConfirmation(request);
  const content = ['delete', entity.name, id];
  const backHref = getBackHref(entity, request);
  const deleted = await confirmOnce(signedIn, confirmation, { content }, async (once) => {
    const complete = once?.completeWith(backHref);
    const removed = await removeRecord(signedIn, entity, request, { id, complete });
    if (removed.ok) return redirect(backHref);
    await signedIn.toast({ kind: 'error', text: removed.error });
    return undefined;
  });
  return deleted ?? redirect(backHref);
}

interface Removal {
  id: string;
  /** The id of the change that the deletion takes back. */
  undoes?: string;
  /**
   * The record, if the caller has read it. Then removeRecord throws RecordChanged if the record has changed since
   * (withRecordLock).
   */
  record?: Row;
  /** The decision that the deletion carries out, such as refusing an account. */
  decision?: {
    /** The reason in the audit log. */
    reason: string;
    /** The fields that tell the host the decision. */
    fields: FormFields;
  };
  /** The message that the user sees after the deletion. Defaults to that of a deletion. */
  message?: string;
  /** Completes the form of the deletion in its transaction. */
  complete?: CompleteForm;
}

/**
 * Deletes a record, adds the deletion to the audit log and to the record's history, and shows a message. Fails with a
 * message for users if the record was not deleted.
 */
export async function removeRecord(
  { user, toast }: SignedIn,
  entity: Entity,
  request: Request,
  { id, undoes, record: known, decision, message, complete }: Removal,
): Promise<Result<undefined, string>> {
  const entry = { username: user.username, title: entity.title, action: 'Delete' } as const;
  // The host needs the user's name only if the user's role decides about the deletion (product-spec.md §7).
  const actor = canBeChangedByAll(entity) ? undefined : { user: user.username };
  const change = {
    ...entry,
    attempt: `Deleting ${describeRecord(entity, id)}`,
    describe: () =>
      `Deleted ${describeRecord(entity, id)}${decision ? `: ${decision.reason}` : ''}`,
  };
  // A record that cannot be read is deleted all the same. A remote host's history then has no values of it.
  const record = known ? { ok: true as const, value: known } : await fetchRecord(entity, id);
  const { username } = user;
  const hooks = findSaveHooks(entity.name);
  // The history has the values that are deleted, also if the record has changed since it was read.
  let present = record.ok ? record.value : {};
  const plan = (row: Row) => planWholeRecord(entity, 'Delete', row, { id, username, undoes });
  const answer = storeAnswer({ toast }, complete, (item) => ({
    text: message ?? messages.deleted(entity.singular),
    ...buildUndo(entity, request, item?.deleted_id),
  }));
  const make = () =>
    makeChange(
      [change],
      (host, options) =>
        host.remove(defined(entity.host).name, { uid: id, ...decision?.fields, ...actor }, options),
      {
        history: { ...plan(present), complete: () => plan(present).change },
        isCurrent(item) {
          present = readItem(entity, item);
          return !known || isSame(plan(known), plan(present));
        },
        // The message comes after the work that follows the deletion.
        alsoStore: hooks.afterChange ? undefined : answer,
      },
    );
  const before = record.ok ? record.value : undefined;
  const posted = hooks.aroundChange
    ? await hooks.aroundChange({ id, before, after: undefined }, make)
    : await make();
  const result = explainMissing(posted, `deleting ${getPluralName(entity)}`);
  if (!result.ok) {
    recordFailedCall({ ...entry, description: `Deleting ${entity.singular} failed` }, result.error);
    return failWith(describeDeleteError(result.error, entity.singular));
  }
  if (hooks.afterChange) {
    await hooks.afterChange(id);
    await answer(await getStore(), result.value.items);
  }
  return succeeded;
}

function isSame(one: ChangeHistory, other: ChangeHistory): boolean {
  return JSON.stringify(one.change.fields) === JSON.stringify(other.change.fields);
}

/** Returns the part of the message that offers an Undo button. Empty if the deletion is final. */
function buildUndo(entity: Entity, request: Request, deletedId: unknown): Partial<Toast> {
  if (!getApiHost().bin || deletedId === undefined) return {};
  const query = new URLSearchParams({ undo: entity.name });
  const list = new URL(request.url).searchParams.get('list');
  if (list) query.set('list', list);
  const href = `${getRestorePath(toText(deletedId))}?${query}`;
  return { undo: { href, token: randomUUID() }, stays: true };
}
