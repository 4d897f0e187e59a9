import { makeHistoryId } from 'backend/history/sealed-identity';
import { storeJob } from '../core/jobs/job-store.server';
import { getStore } from '../core/server/store.server';
import type { SignedInUser } from '../core/session/user';
import {
  findErasureByParticipant,
  insertErasure,
  isCompleted,
  releaseParticipant,
} from './erasure-store.server';
import type { Certificate, ErasurePlan } from './plan';
import { ERASE_EVERY_MS, erasureJobs } from './run-erasure.server';

interface NewErasure {
  /** Undefined for the panel itself. */
  user?: Pick<SignedInUser, 'id' | 'username'>;
  certificate: Certificate;
  plan: ErasurePlan;
  /** The id of an earlier erasure, which is repeated after a restore. */
  id?: string;
  /** True if a completed erasure of the participant does not prevent another one, because the host keeps records. */
  isRepeatable?: boolean;
}

/**
 * Stores an erasure with its job, and returns its id. The caller makes the first attempt; if it does not complete the
 * erasure, the panel makes another one after a minute. If the participant is being erased or was erased already,
 * stores nothing and returns the id of that erasure.
 */
export async function storeErasure({
  id = makeHistoryId(),
  user,
  certificate,
  plan,
  isRepeatable = false,
}: NewErasure): Promise<string> {
  const participantId = plan.person.participantId || id;
  const known = await findErasureByParticipant(participantId);
  if (known && !(isRepeatable && (await isCompleted(known)))) return known;
  if (known) await releaseParticipant(known);
  const username = user?.username ?? 'the panel';
  const job = { user, content: { plan }, token: id, waitMs: ERASE_EVERY_MS };
  await (await getStore()).transaction().execute(async (db) => {
    if (await insertErasure(db, { id, username, certificate, participantId }))
      await storeJob(erasureJobs, { ...job, db });
  });
  // A concurrent request may have stored its erasure first.
  return (await findErasureByParticipant(participantId)) ?? id;
}
