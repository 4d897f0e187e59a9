import { redirect } from '@remix-run/node';
import type { HostErasure } from '../host/api-host';
import { findErasureByParticipant, isCompleted } from './erasure-store.server';
import { getErasure } from './get-erasure.server';
import { makePlan } from './make-plan.server';
import { NoAnswerError } from './no-answer-error';
import type { ErasurePlan } from './plan';

/** Returns the address of the certificate of an erasure. */
export function getCertificatePath(id: string): string {
  return `/erasure/${id}`;
}

/**
 * Returns what an erasure of a participant deletes. Throws a redirect to the certificate if the participant was
 * erased, a 404 response if there is none, and a 503 response if the messenger or the API host does not
 * answer. `nothing` says in its message that nothing was done.
 */
export async function requirePlan(
  id: string,
  nothing = 'Nothing was erased.',
): Promise<{ host: HostErasure; plan: ErasurePlan }> {
  const host = getErasure();
  const known = await findErasureByParticipant(id);
  // A host that keeps its records has the participant also afterwards, so that they can be erased again.
  if (known && (host.deletesRecords || !(await isCompleted(known))))
    throw redirect(getCertificatePath(known));
  const plan = await makePlan(host, id).catch((error: unknown) => {
    if (!(error instanceof NoAnswerError)) throw error;
    throw new Response(`${nothing} ${error.message}`, { status: 503 });
  });
  if (!plan && known) throw redirect(getCertificatePath(known));
  if (!plan) throw new Response('There is no participant at this address.', { status: 404 });
  return { host, plan };
}
