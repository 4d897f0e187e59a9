import { randomUUID } from 'node:crypto';
import { getWireName } from 'shared/entities/declaration';
import { user as userDeclaration } from 'shared/entities/user';
import { failWith, type Result, succeeded } from 'shared/result';
import { keepAdministratorOnImport } from '../core/auth/keep-administrator.server';
import { recordFailedCall } from '../core/host/audit.server';
import { getApiHost } from '../core/host/host.server';
import type { ImportJob } from '../core/host/import-job';
import { messages } from '../core/host/messages';
import { readImportRows } from '../core/host/read-import-rows';
import { IMPORT_TITLE } from './check-import.server';
import type { Importable } from './importable';
import { noteJob } from './newest-import.server';
import { notePending, type PendingImport, readPendingBytes } from './pending.server';

/**
 * Imports a checked file, unless another request has already started this import. Fails with a message for the user if
 * the host refused the file or could not be reached. If the host's response was lost, the next attempt sends the same id,
 * so that the host imports the file only once.
 */
export async function startImport(
  checked: PendingImport,
  importable: Importable,
): Promise<Result<undefined, string>> {
  const { user, token, fileName, choices } = checked;
  if (checked.job.state !== 'checked') return succeeded;
  const id = checked.lostId ?? randomUUID();
  // The state is stored first, so that the page can show and cancel the import while this request waits for the host.
  const waiting: ImportJob = { id, state: 'staging', rows: 0, report: null, message: null };
  const begun = await notePending(checked, { job: waiting, sentAt: Date.now() });
  if (!begun) return succeeded;
  const bytes = await readPendingBytes(user, token);
  if (!bytes) {
    await notePending(begun, {
      job: { ...waiting, state: 'failed', message: messages.importExpired },
    });
    return succeeded;
  }
  const { wireName, titles } = importable;
  const call = { id, user: user.username, dryRun: false, titles, choices };
  const start = () => getApiHost().imports.start(wireName, { name: fileName, bytes }, call);
  const sent =
    wireName === getWireName(userDeclaration)
      ? await keepAdministratorOnImport(readImportRows(bytes, titles), start)
      : await start();
  const known = sent.ok ? sent : await getApiHost().imports.state(id);
  if (known.ok) {
    await noteJob(begun, known.value);
    return known.value.state === 'refused' ? failWith(messages.importRefused) : succeeded;
  }
  const { error } = sent.ok ? known : sent;
  // A host that refused the file does not import it later, unless an earlier answer was lost.
  const lostId = error.kind === 'refused' ? checked.lostId : id;
  await notePending(begun, { job: checked.job, lostId, sentAt: Date.now() });
  const entry = { username: user.username, title: IMPORT_TITLE, action: 'Import' } as const;
  recordFailedCall({ ...entry, description: 'Importing a file failed' }, error);
  return failWith((error.kind === 'refused' && error.message) || messages.importFailed);
}
