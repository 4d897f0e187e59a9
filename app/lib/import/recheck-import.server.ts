import { randomUUID } from 'node:crypto';
import type { Choices } from 'shared/import/choices';
import { failWith, type Result, succeeded } from 'shared/result';
import { recordFailedCall } from '../core/host/audit.server';
import { getApiHost } from '../core/host/host.server';
import type { ImportJob } from '../core/host/import-job';
import { messages } from '../core/host/messages';
import { IMPORT_TITLE } from './check-import.server';
import type { Importable } from './importable';
import { noteJob } from './newest-import.server';
import { notePending, type PendingImport, readPendingBytes } from './pending.server';

/**
 * Checks a stored file again with these choices for its suspicious values. Fails with a message for the user, and
 * keeps the previous check, if the host refused the file or could not be reached, or if another request was faster.
 */
export async function recheckImport(
  checked: PendingImport,
  { wireName, titles }: Importable,
  choices: Choices,
): Promise<Result<undefined, string>> {
  const { user, token, fileName, job } = checked;
  // With a `lostId`, the host may be importing the file.
  if (job.state !== 'checked' || checked.lostId) return failWith(messages.importChanged);
  const id = randomUUID();
  const waiting: ImportJob = { id, state: 'checking', rows: 0, report: null, message: null };
  const begun = await notePending(checked, { job: waiting, sentAt: Date.now(), choices });
  if (!begun) return failWith(messages.importChanged);
  const bytes = await readPendingBytes(user, token);
  if (!bytes) {
    await notePending(begun, {
      job: { ...waiting, state: 'failed', message: messages.importExpired },
    });
    return succeeded;
  }
  const call = { id, user: user.username, dryRun: true, titles, choices };
  const sent = await getApiHost().imports.start(wireName, { name: fileName, bytes }, call);
  if (sent.ok) {
    await noteJob(begun, sent.value);
    return succeeded;
  }
  await notePending(begun, { job, choices: checked.choices });
  const entry = { username: user.username, title: IMPORT_TITLE, action: 'Import' } as const;
  recordFailedCall({ ...entry, description: 'Checking a file failed' }, sent.error);
  return failWith((sent.error.kind === 'refused' && sent.error.message) || messages.checkFailed);
}
