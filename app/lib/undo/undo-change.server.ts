import { data, redirect } from '@remix-run/node';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { readRecordValues } from '../form/record-values';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { getHistoryPath } from '../history/history-address.server';
import { fetchRecord } from '../records/fetch-record.server';
import { findSaveHooks, needsProofForAny } from '../records/save-hooks.server';
import type { SignedIn } from '../session/guard.server';
import { requireChangePermission } from '../session/require-change-permission.server';
import { getUserKey } from '../session/user-key.server';
import type { FoundChange } from './plan-undo.server';
import { requireChange } from './require-change.server';
import { takeBack } from './take-back.server';

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
  if (await needsProof({ change, record })) {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) {
      const { question, status } = refusal;
      return data({ error: question.message, proof: question }, status);
    }
  }
  const submission = {
    token: form.get(formInputs.token),
    owner: getUserKey(signedIn.user),
    content: ['undo', id],
  };
  return withIdempotencyKey(submission, async (key) => {
    const failure = await takeBack(signedIn, request, { change, record }, key);
    return failure
      ? data({ error: failure.reason, proof: undefined }, failure.status)
      : redirect(getHistoryPath(change));
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
