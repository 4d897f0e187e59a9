import { redirect } from '@remix-run/node';
import { readRecordValues } from 'shared/record-values/record-values';
import { confirmOnce, readConfirmation, refuseConfirmation } from '../core/confirm/confirm.server';
import { getHistoryPath } from '../core/history/history-address.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { findSaveHooks, needsProofForAny } from '../core/records/save-hooks.server';
import type { SignedIn } from '../core/session/guard.server';
import { requireChangePermission } from '../core/session/require-change-permission.server';
import type { FoundChange } from '../core/undo/plan-undo.server';
import { requireChange } from '../core/undo/require-change.server';
import { takeBack } from '../core/undo/take-back.server';

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
  const confirmation = await readConfirmation(request);
  const { change, record } = await requireChange(signedIn.user, id);
  await requireChangePermission(signedIn.user, record.entity);
  const proveFrom = (await needsProof({ change, record })) ? address : undefined;
  return confirmOnce(signedIn, confirmation, { content: ['undo', id], proveFrom }, async (once) => {
    const path = getHistoryPath(change);
    const form = { key: once?.key, complete: once?.completeWith(path) };
    const undone = await takeBack(signedIn, request, { change, record }, form);
    return undone.ok
      ? redirect(path)
      : refuseConfirmation(confirmation, undone.error.reason, undone.error.status);
  });
}

/**
 * Returns whether taking a change back requires a recent proof of who the user is, as making it does. An addition is
 * taken back by a deletion, which requires none.
 */
async function needsProof({ change, record: { entity, id } }: FoundChange): Promise<boolean> {
  const hook = findSaveHooks(entity.name).needsProof;
  if (!hook || change.action === 'Add' || change.action === 'Restore') return false;
  if (change.action !== 'Update') return needsProofForAny(entity.name);
  const found = await fetchRecord(entity, id);
  if (!found.ok) return true;
  const present = readRecordValues(entity.form?.fields ?? [], found.value);
  const former = Object.fromEntries(change.fields.map(({ field, before }) => [field, before]));
  return hook({ ...present, ...former }, present);
}
