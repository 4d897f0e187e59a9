import { data, redirect } from '@remix-run/node';
import type { Entity } from '../entities/entity';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { needsProofForAny } from '../records/save-hooks.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { requireChangePermission } from '../session/require-change-permission.server';
import { canUndo } from './build-result.server';
import type { BulkAction, BulkWork } from './bulk-action';
import { readRecords } from './bulk-records.server';
import { claimUndo, storeAction } from './bulk-store.server';
import { getActionPath, requireAction } from './load-action.server';
import { startAction } from './run-action.server';

/** The name of the buttons' input. Its value is `start` or `undo`. */
const INTENT = 'intent';
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
  const form = await readForm(request, { fields: [INTENT, formInputs.proof] });
  const proof = takeProof(form);
  const intent = form.get(INTENT);
  const action = await requireAction(signedIn, entity, token);
  if (needsProofForAny(entity.name) && canGiveRights(action.work, intent)) {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) return data({ proof: refusal.question }, refusal.status);
  }
  if (intent === 'undo') return undoAction(signedIn, entity, request, action);
  if (intent === 'start' && action.state !== 'ended')
    await mustStore(() => startAction({ signedIn, request, entity, action }));
  return redirect(getActionPath(entity, token));
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
  const { owner, token, list, run, work } = action;
  const here = getActionPath(entity, action.undoneBy ?? token);
  if (work.kind === 'undo' || !canUndo(signedIn, entity, action)) return redirect(here);
  const records = await readRecords(action, { outcomes: ['done'] });
  if (records.length === 0) return redirect(here);
  const content = {
    work: { kind: 'undo', run, of: work.kind },
    ...{ list, byFilter: false, missing: 0, already: 0 },
  } as const;
  const undo = await mustStore(() => storeAction(owner, entity.name, content, records));
  const isFirst = await mustStore(() => claimUndo(token, undo));
  const { undoneBy = undo } = isFirst ? {} : await requireAction(signedIn, entity, token);
  const undoing = await requireAction(signedIn, entity, undoneBy);
  await mustStore(() => startAction({ signedIn, request, entity, action: undoing }));
  return redirect(getActionPath(entity, undoneBy));
}
