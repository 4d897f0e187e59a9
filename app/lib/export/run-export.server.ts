import { randomBytes } from 'node:crypto';
import { createToken, storeJob } from '../core/jobs/job-store.server';
import { runJob } from '../core/jobs/run-job.server';
import { getLockOwner } from '../core/server/owner.server';
import { getRequestId } from '../core/server/request-scope.server';
import { UserSlots } from '../core/server/user-slots';
import { getUserKey } from '../core/session/user-key.server';
import type { ExportOrder } from './export-order';
import { exportJobs, type FileContent } from './export-store.server';
import { makeFile } from './make-file.server';

/** The maximum number of a user's files that are being made or waiting. Waiting files take up memory. */
export const MAX_MAKING = 3;

const userSlots = new UserSlots(MAX_MAKING);

/**
 * Starts to make a file, and waits a short time for its end. Returns the token of the file. Returns undefined if
 * MAX_MAKING files of the user are already being made or waiting.
 */
export async function startExport(
  order: ExportOrder,
  content: Omit<FileContent, 'exportId'>,
): Promise<string | undefined> {
  const { user, total } = order;
  const owner = getUserKey(user);
  const release = userSlots.take(owner);
  if (!release) return undefined;
  try {
    const runner = await (await getLockOwner()).name();
    const [exportId, token] = [randomBytes(8).toString('hex'), createToken()];
    const { list, path, search } = content;
    const target = { owner, token, exportId, list, address: `/${path}?${search}` };
    const job = { user, total, token, runner, content: { ...content, exportId } };
    await runJob(exportJobs, {
      ...{ owner, token, username: user.username, requestId: getRequestId() ?? exportId },
      store: () => storeJob(exportJobs, job),
      work: () => makeFile(order, target),
      onEnd: release,
    });
    return token;
  } catch (error) {
    release();
    throw error;
  }
}
