import { redirect } from '@remix-run/node';
import { participant } from '../core/entities/participant';
import type { HostErasure } from '../core/host/api-host';
import { refuseAddress } from '../core/records/require-record-id';
import { refuseRequest } from '../core/server/refuse';
import { findErasureByParticipant, isCompleted } from './erasure-store.server';
import { getErasure } from './get-erasure.server';
import { makePlan } from './make-plan.server';
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
  const found = await makePlan(host, id);
  if (!found.ok) refuseRequest(503, `${nothing} ${found.error}`);
  const plan = found.value;
  if (!plan && known) throw redirect(getCertificatePath(known));
  if (!plan) refuseAddress(participant);
  return { host, plan };
}
