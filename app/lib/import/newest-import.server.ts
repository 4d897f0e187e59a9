import { setTimeout as delay } from 'node:timers/promises';
import { getApiHost } from '../core/host/host.server';
import { type ImportJob, isUnderWay } from '../core/host/import-job';
import { checkSessionsAnew } from '../core/server/check-sessions-anew.server';
import type { SignedInUser } from '../core/session/user';
import { findImportableList } from './importable';
import {
  isFromThisProcess,
  notePending,
  type PendingImport,
  readPendingImport,
} from './pending.server';

/** The time in milliseconds after sending a file for which the host may not know the import yet. */
const BEGINNING_MS = 30_000;
const CANCEL_RETRIES = 25;
const RETRY_MS = 200;

/**
 * Returns the pending import with this token, in its current state on the host. If the host does not know the import,
 * returns it as failed, but does not store this state, because a slow host may know the import later.
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
 * Returns whether a process is checking or importing a file: the host says so, or does not answer, or this process sent
 * the file so recently that the host may not know it yet.
 */
export async function isWorkedOn(pending: PendingImport): Promise<boolean> {
  const id = pending.lostId ?? (isUnderWay(pending.job) ? pending.job.id : undefined);
  if (id === undefined) return false;
  const answer = await getApiHost().imports.state(id);
  if (answer.ok) return isUnderWay(answer.value);
  if (answer.error.kind !== 'refused' && answer.error.kind !== 'missing') return true;
  return isFromThisProcess(pending) && isBeginning(pending);
}

/**
 * Cancels the running check or import with this token, and returns it with the resulting state. If the file was sent to
 * the host only recently, tries again for a few seconds, because the host may not know the import yet.
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
 * Stores the state that the host returned. After an import of users, the panel checks the users of all sessions again.
 */
export async function noteJob(
  pending: PendingImport,
  job: ImportJob,
): Promise<PendingImport | undefined> {
  const noted = await notePending(pending, { job });
  if (job.state === 'done' && findImportableList(pending.list)?.holdsAccounts)
    await checkSessionsAnew();
  return noted;
}

function isBeginning({ sentAt = 0 }: PendingImport): boolean {
  // The difference is negative if a clock was wrong.
  return Math.abs(Date.now() - sentAt) < BEGINNING_MS;
}
