import { setTimeout as delay } from 'node:timers/promises';
import { getApiHost } from '../host/host.server';
import { type ImportJob, isUnderWay } from '../host/import-job';
import { checkSessionsAnew } from '../server/check-sessions-anew.server';
import type { SignedInUser } from '../session/user';
import { findImportableList } from './importable';
import { notePending, type PendingImport, readPendingImport } from './pending.server';

/**
 * The maximum time in milliseconds between sending a file to the host and the moment from which the host knows the
 * import.
 */
const BEGINNING_MS = 30_000;
const CANCEL_RETRIES = 25;
const RETRY_MS = 200;

/**
 * Returns the pending import with this token and its current state on the host. If the host does not know the
 * import, it is returned as failed. It is not stored as failed, because a slow host may know it later.
 */
export async function findNewestImport(
  user: SignedInUser,
  token: string,
): Promise<PendingImport | undefined> {
  const pending = await readPendingImport(user, token);
  if (!pending) return undefined;
  const { lostId } = pending;
  if (!lostId && !isUnderWay(pending.job)) return pending;
  const answer = await getApiHost().imports.state(lostId ?? pending.job.id);
  if (answer.ok) {
    const job = answer.value;
    if (!lostId && isUnderWay(job)) return { ...pending, job };
    return (await noteJob(pending, job)) ?? { ...pending, job };
  }
  if (lostId || answer.error.kind !== 'refused' || isBeginning(pending)) return pending;
  return { ...pending, job: { ...pending.job, state: 'failed', message: answer.error.message } };
}

/**
 * Cancels the running check or import, and returns it with the resulting state. Tries again for a few seconds
 * if the import was sent to the host only recently, because the host may not know it yet.
 */
export async function cancelNewest(
  user: SignedInUser,
  token: string,
): Promise<PendingImport | undefined> {
  let pending = await readPendingImport(user, token);
  for (let retry = 0; pending && retry < CANCEL_RETRIES; retry += 1) {
    if (retry > 0) await delay(RETRY_MS);
    await getApiHost().imports.cancel(pending.job.id, user.username);
    pending = await findNewestImport(user, token);
    const isCancellable = pending?.job.state === 'checking' || pending?.job.state === 'staging';
    if (!pending || !isCancellable || !isBeginning(pending)) break;
  }
  return pending;
}

/**
 * Stores the state that the host returned. After an import of users, has the users of all sessions checked
 * again.
 */
export async function noteJob(
  pending: PendingImport,
  job: ImportJob,
): Promise<PendingImport | undefined> {
  const noted = await notePending(pending, { job });
  if (job.state === 'done' && findImportableList(pending.list)?.wireName === 'user')
    await checkSessionsAnew();
  return noted;
}

function isBeginning({ sentAt = 0 }: PendingImport): boolean {
  // The difference is negative if a clock was wrong.
  return Math.abs(Date.now() - sentAt) < BEGINNING_MS;
}
