import { redirect } from '@remix-run/node';
import { isUnderWay } from '../core/host/import-job';
import { messages } from '../core/host/messages';
import type { SignedIn } from '../core/session/guard.server';
import type { SignedInUser } from '../core/session/user';
import { findImportableList } from './importable';
import { findNewestImport, isWorkedOn } from './newest-import.server';
import { forgetPending, listPendingTokens } from './pending.server';

/** Returns the stored files of a user, starting with the oldest one, for the page that uploads a file. */
export async function listStoredFiles(user: SignedInUser) {
  const files = [];
  for (const token of await listPendingTokens(user)) {
    const pending = await findNewestImport(user, token);
    if (!pending) continue;
    const { fileName, job, list, lostId, until } = pending;
    files.push({
      ...{ token, fileName, state: job.state },
      title: findImportableList(list)?.title ?? list,
      isBusy: (isUnderWay(job) || lostId !== undefined) && (await isWorkedOn(pending)),
      minutes: Math.max(1, Math.ceil((until - Date.now()) / 60_000)),
    });
  }
  return files;
}

/** Removes a stored file of the user, unless a process works on it. Redirects to the page that uploads a file. */
export async function dropFile({ user, toast }: SignedIn, token: string): Promise<Response> {
  const pending = await findNewestImport(user, token);
  if (pending) {
    const isDropped = !(await isWorkedOn(pending)) && (await forgetPending(pending));
    await toast(
      isDropped
        ? { kind: 'success', text: messages.importDropped(pending.fileName) }
        : { kind: 'error', text: messages.importNotDropped },
    );
  }
  return redirect('/import');
}
