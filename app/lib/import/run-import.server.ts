import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { audit, recordFault } from '../api/audit.server';
import { messages } from '../api/messages';
import type { SignedIn } from '../auth/guard.server';
import { formInputs } from '../form/form-view';
import { once } from '../form/once.server';
import { readForm } from '../form/read-form.server';
import { TITLE } from './check-import.server';
import { importableList } from './importable';
import { cancelNewest, newestImport, noteJob } from './newest-import.server';
import { notePending, pendingBytes } from './pending.server';
import { type ImportJob, isUnderWay } from './report';
import { sendImport } from './send-import.server';

/** Matches the input of the Cancel button. */
const INTENT = 'intent';
/** How often a page without script reloads itself. */
const REFRESH_SECONDS = 3;

const titles: Record<ImportJob['state'], string> = {
  checking: 'Checking the file',
  staging: 'Importing the file',
  applying: 'Importing the file',
  checked: 'Check the import',
  refused: 'Check the import',
  done: 'Import finished',
  failed: 'Import failed',
  cancelled: 'Import cancelled',
};

/** Loads the state of a file's check or import. Redirects to /import when the file is no longer stored. */
export async function loadImport({ user, toast }: SignedIn, token: string) {
  const pending = await newestImport(user.username, token);
  const importable = importableList(pending?.list);
  if (!pending || !importable) {
    await toast({ kind: 'error', text: messages.importGone });
    throw redirect('/import');
  }
  const { job, fileName } = pending;
  const title = titles[job.state];
  // A page that shows progress reloads itself every few seconds.
  if (!isUnderWay(job))
    audit({
      username: user.username,
      title: TITLE,
      action: 'View',
      description: `Viewed ${title} for ${importable.plural}`,
    });
  const { list, plural, name } = importable;
  return {
    ...{ title, list, plural, name, fileName, job },
    here: `/import/${token}`,
    token: randomUUID(),
    ...(isUnderWay(job) ? { refreshSeconds: REFRESH_SECONDS } : {}),
  };
}

/** Imports the checked file once, or cancels the running job, and redirects back to the page. */
export async function runImport(signedIn: SignedIn, request: Request, token: string) {
  const { user, toast } = signedIn;
  const here = redirect(`/import/${encodeURIComponent(token)}`);
  const posted = await readForm(request, { fields: [formInputs.token, INTENT] });
  if (posted.get(INTENT) === 'cancel') {
    const left = await cancelNewest(user.username, token);
    if (left && left.job.state !== 'cancelled')
      await toast({ kind: 'error', text: messages.cancelledTooLate });
    return here;
  }
  const filling = {
    token: posted.get(formInputs.token),
    username: user.username,
    content: ['import', token],
  };
  const fail = async (text: string) => void (await toast({ kind: 'error', text }));
  const imported = await once(filling, async () => {
    const pending = await newestImport(user.username, token);
    const importable = importableList(pending?.list);
    // The host writes the audit entry when it commits the import.
    if (!pending || !importable || pending.job.state === 'done' || isUnderWay(pending.job))
      return here;
    const bytes = await pendingBytes(user.username, token);
    if (!bytes) return here;
    const { fileName } = pending;
    const call = { id: randomUUID(), user: user.username, dryRun: false };
    // Another look at the page, while this request waits, finds the import and can cancel it.
    const waiting: ImportJob = {
      ...{ id: call.id, state: 'staging', rows: 0 },
      ...{ report: null, message: null },
    };
    await notePending(user.username, token, { fileName, job: waiting, sentAt: Date.now() });
    const result = await sendImport(importable, { name: fileName, bytes }, call);
    if (!result.ok) {
      await notePending(user.username, token, pending);
      const { fault } = result;
      const entry = { username: user.username, title: TITLE, action: 'Import' } as const;
      recordFault({ ...entry, description: 'Importing a file failed' }, fault);
      return fail((fault.kind === 'refused' && fault.message) || messages.importFailed);
    }
    const job = result.value;
    await noteJob(user.username, token, pending, job);
    if (job.state === 'refused')
      return fail(
        'Nothing was imported: the data has changed since the check. Correct the rows below and choose the file again',
      );
    return here;
  });
  return imported ?? here;
}
