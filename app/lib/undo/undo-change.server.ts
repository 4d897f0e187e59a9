import { data, redirect } from '@remix-run/node';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { getHistoryPath } from '../history/history-address.server';
import type { HistoryChange } from '../history/read-history';
import { findSaveHooks } from '../records/save-hooks.server';
import type { SignedIn } from '../session/guard.server';
import { requireChangePermission } from '../session/require-change-permission.server';
import { getUserKey } from '../session/user-key.server';
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
  if (needsProof(change)) {
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

/** Returns whether taking a change back requires a recent proof of identity, as making it does. */
function needsProof({ entity, fields }: HistoryChange): boolean {
  const before = Object.fromEntries(fields.map((field) => [field.field, field.before]));
  const after = Object.fromEntries(fields.map((field) => [field.field, field.after]));
  return findSaveHooks(entity).needsProof?.(after, before) ?? false;
}
