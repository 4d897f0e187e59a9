import { randomUUID } from 'node:crypto';
import { data, redirect } from '@remix-run/node';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { audit } from '../host/audit.server';
import { getApiHost } from '../host/host.server';
import { type ImportJob, isUnderWay } from '../host/import-job';
import { messages } from '../host/messages';
import { needsProofForAny } from '../records/save-hooks.server';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';
import { TITLE } from './check-import.server';
import { findImportableList } from './importable';
import { cancelNewest, findNewestImport } from './newest-import.server';
import { startImport } from './start-import.server';

/** The name of the Cancel button's input. */
const INTENT = 'intent';
/** The number of seconds after which a page without script reloads itself. */
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

/**
 * Loads the state of a file's check or import. Throws a redirect to /import if the import is no longer stored.
 */
export async function loadImport({ user, toast }: SignedIn, token: string) {
  const pending = await findNewestImport(user, token);
  const importable = findImportableList(pending?.list);
  if (!pending || !importable) {
    await toast({ kind: 'error', text: messages.importExpired });
    throw redirect('/import');
  }
  const { job, fileName } = pending;
  const title = titles[job.state];
  // Views of a page that shows progress are not audited, because it reloads itself every few seconds.
  if (!isUnderWay(job))
    audit({
      username: user.username,
      title: TITLE,
      action: 'View',
      description: `Viewed ${title} for ${importable.title}`,
    });
  const { list, title: plural, singular: name } = importable;
  return {
    ...{ title, list, plural, name, fileName, job },
    historyNote: await describeHistory(job),
    trail: [{ title: TITLE, href: '/import' }, { title }],
    here: `/import/${token}`,
    token: randomUUID(),
    ...(isUnderWay(job) ? { refreshSeconds: REFRESH_SECONDS } : {}),
  };
}

/** Returns a note if the changes of a finished import are not in the history of the records. */
async function describeHistory({ id, state }: ImportJob): Promise<string | undefined> {
  if (state !== 'done') return undefined;
  const history = await getApiHost().imports.findHistory(id);
  if (history === 'unlisted') return messages.importUnlisted;
  return history === 'delayed' ? messages.importDelayed : undefined;
}

/**
 * Imports the checked file, only once per token of the form, or cancels the running job. Redirects back to the page, or
 * returns the question by which the user proves who they are.
 */
export async function runImport(
  signedIn: SignedIn,
  request: Request,
  token: string,
  address: string,
) {
  const { user, toast } = signedIn;
  const here = redirect(`/import/${encodeURIComponent(token)}`);
  const fields = [formInputs.token, formInputs.proof, INTENT];
  const posted = await readForm(request, { fields });
  const proof = takeProof(posted);
  if (posted.get(INTENT) === 'cancel') {
    const left = await cancelNewest(user, token);
    if (left && left.job.state !== 'cancelled')
      await toast({ kind: 'error', text: messages.cancelledTooLate });
    return here;
  }
  const entity = findImportableList((await findNewestImport(user, token))?.list)?.entity;
  // A file of users may give any role.
  if (entity && needsProofForAny(entity)) {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) return data({ proof: refusal.question }, refusal.status);
  }
  const filling = {
    token: posted.get(formInputs.token),
    owner: getUserKey(user),
    content: ['import', token],
  };
  const imported = await withIdempotencyKey(filling, async () => {
    const pending = await findNewestImport(user, token);
    const importable = findImportableList(pending?.list);
    if (!pending || !importable) return here;
    // The host writes the audit entry when it commits the import.
    const problem = await startImport(pending, importable);
    if (problem) return void (await toast({ kind: 'error', text: problem }));
    return here;
  });
  return imported ?? here;
}
