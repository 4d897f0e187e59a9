import { redirect } from '@remix-run/node';
import type { HostErasure } from '../host/api-host';
import { getApiHost } from '../host/host.server';
import { findErasureByParticipant } from './erasure-store.server';
import { makePlan } from './make-plan.server';
import { NoAnswerError } from './no-answer-error';
import type { ErasurePlan } from './plan';

/** Returns the address of the certificate of an erasure. */
export function getCertificatePath(id: string): string {
  return `/erasure/${id}`;
}

/**
 * Returns what an erasure of a participant deletes. Throws a redirect to the certificate if the participant was
 * erased, a 404 response if there is none, and a 503 response if the messenger does not answer.
 */
export async function requirePlan(id: string): Promise<{ host: HostErasure; plan: ErasurePlan }> {
  const host = getApiHost().erasure;
  if (!host)
    throw new Response(
      'With this API host, the panel cannot erase or collect the data of a participant.',
      { status: 404 },
    );
  const known = await findErasureByParticipant(id);
  if (known) throw redirect(getCertificatePath(known));
  const plan = await makePlan(host, id).catch((error: unknown) => {
    if (!(error instanceof NoAnswerError)) throw error;
    throw new Response(`Nothing was erased. ${error.message}`, { status: 503 });
  });
  if (!plan) throw new Response('There is no participant at this address.', { status: 404 });
  return { host, plan };
}
