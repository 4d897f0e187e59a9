import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { getLockOwner } from '../server/owner.server';
import { getRequestId, setRequestUser, withRequestId } from '../server/request-scope.server';
import { UserSlots } from '../server/user-slots';
import { getUserKey } from '../session/user-key.server';
import type { ExportOrder } from './export-order';
import { type ExportedFile, type FileContent, storeFile } from './export-store.server';
import { makeFile } from './make-file.server';

export const orderLimits = {
  /** The maximum time in milliseconds for which a request waits for the file that it has ordered. */
  waitMs: 2_000,
};
/** Limits the number of files that this process makes at a time. Further files wait. */
const slots = pLimit(2);
/** The maximum number of a user's files that are being made or waiting. Waiting files take up memory. */
export const MAX_MAKING = 3;

const running = new Map<string, Promise<void>>();
const userSlots = new UserSlots(MAX_MAKING);
export let isStopping = false;

/**
 * Starts to make a file, and waits a short time for its end. Returns the token of the file. Returns undefined if
 * MAX_MAKING files of the user are already being made or waiting.
 */
export async function startExport(
  order: ExportOrder,
  content: Omit<FileContent, 'exportId'>,
): Promise<string | undefined> {
  const owner = getUserKey(order.user);
  const release = userSlots.take(owner);
  if (!release) return undefined;
  return enqueue(order, content, { owner, release }).catch((error: unknown) => {
    release();
    throw error;
  });
}

async function enqueue(
  order: ExportOrder,
  content: Omit<FileContent, 'exportId'>,
  { owner, release }: { owner: string; release: () => void },
): Promise<string> {
  const exportId = randomBytes(8).toString('hex');
  const runner = await (await getLockOwner()).name();
  const token = await storeFile(owner, runner, { ...content, exportId });
  const work = () =>
    withRequestId(getRequestId() ?? exportId, async () => {
      setRequestUser(order.user.username);
      const target = { owner, token, exportId, list: content.list };
      await makeFile(order, target, () => isStopping);
    });
  const ended = slots(work).finally(() => {
    running.delete(token);
    release();
  });
  running.set(token, ended);
  await Promise.race([ended, wait(orderLimits.waitMs, undefined, { ref: false })]);
  return token;
}

/** Ends the making of all files. Called when the panel stops. */
export async function stopExports(): Promise<void> {
  isStopping = true;
  await Promise.allSettled(running.values());
  isStopping = false;
}

/** Returns whether no process is making an unfinished file any more. */
export async function isAbandoned({ token, runner, result }: ExportedFile): Promise<boolean> {
  if (result) return false;
  const { name, isAlive } = await getLockOwner();
  return runner === (await name()) ? !running.has(token) : !(await isAlive(runner));
}
