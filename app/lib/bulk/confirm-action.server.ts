import { redirect } from '@remix-run/node';
import { confirmOnce, readConfirmation } from '../core/confirm/confirm.server';
import type { Entity } from '../core/entities/entity';
import { needsProofForAny } from '../core/records/save-hooks.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { requireChangePermission } from '../core/session/require-change-permission.server';
import { canUndo } from './build-result.server';
import type { BulkAction, BulkWork } from './bulk-action';
import { readSelected } from './bulk-records.server';
import { findUndoing, storeAction } from './bulk-store.server';
import { BULK_INTENT } from './bulk-view';
import { getActionPath, requireAction } from './load-action.server';
import { startAction } from './run-action.server';

/** The code of the status of active records. */
const ACTIVE = '1';

/**
 * Handles the buttons of the page of a bulk action: starts the action, or starts another action that undoes it.
 * Pressing a button again has no effect. Redirects to the page of the action that was started, or returns the question
 * by which the user proves who they are.
 */
export async function confirmAction(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  token: string,
  address: string,
) {
  await requireChangePermission(signedIn.user, entity);
  const confirmation = await readConfirmation(request, [BULK_INTENT]);
  const intent = confirmation.form.get(BULK_INTENT);
  const action = await requireAction(signedIn, entity, token);
  const needsProof = needsProofForAny(entity.name) && canGiveRights(action.work, intent);
  const work = { content: [token, intent], proveFrom: needsProof ? address : undefined };
  return confirmOnce(signedIn, confirmation, work, async () => {
    if (intent === 'undo') return undoAction(signedIn, entity, request, action);
    if (intent === 'start' && action.state !== 'ended')
      await mustStore(() => startAction({ signedIn, request, entity, action }));
    return redirect(getActionPath(entity, token));
  });
}

/** Returns whether the work, or undoing it, may make users active, some of whom may be administrators. */
function canGiveRights(work: BulkWork, intent: FormDataEntryValue | null): boolean {
  if (intent === 'undo')
    return work.kind === 'delete' || (work.kind === 'status' && work.to !== ACTIVE);
  return work.kind === 'undo' || (work.kind === 'status' && work.to === ACTIVE);
}

async function undoAction(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  action: BulkAction,
): Promise<Response> {
  const { token, list, run, work } = action;
  const here = getActionPath(entity, action.undoneBy ?? token);
  if (work.kind === 'undo' || !canUndo(signedIn, entity, action)) return redirect(here);
  const records = await readSelected(action, { outcomes: ['done'] });
  if (records.length === 0) return redirect(here);
  const content = {
    work: { kind: 'undo', run, of: work.kind },
    ...{ list, byFilter: false, missing: 0, already: 0 },
  } as const;
  const { user } = signedIn;
  const undo = await mustStore(() => storeAction(user, entity.name, content, records, token));
  // Another press of the button has stored the action that undoes this one, and starts it.
  if (undo === undefined)
    return redirect(getActionPath(entity, (await findUndoing(action)) ?? token));
  const undoing = await requireAction(signedIn, entity, undo);
  await mustStore(() => startAction({ signedIn, request, entity, action: undoing }));
  return redirect(getActionPath(entity, undo));
}
