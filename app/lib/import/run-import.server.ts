import { randomUUID } from 'node:crypto';
import { data, redirect } from '@remix-run/node';
import type { Choices } from 'shared/import/choices';
import { failWith, type Result, succeeded } from 'shared/result';
import { formInputs } from '../core/form/form-view';
import { readForm } from '../core/form/read-form.server';
import { withIdempotencyKey } from '../core/form/with-idempotency-key.server';
import { audit } from '../core/host/audit.server';
import { getApiHost } from '../core/host/host.server';
import { type ImportJob, isUnderWay } from '../core/host/import-job';
import { messages } from '../core/host/messages';
import { requireRecentProof, takeProof } from '../core/proof/require-recent-proof.server';
import { needsProofForAny } from '../core/records/save-hooks.server';
import type { SignedIn } from '../core/session/guard.server';
import { getUserKey } from '../core/session/user-key.server';
import { IMPORT_TITLE } from './check-import.server';
import {
  CHECK,
  hasOtherChoices,
  INTENT,
  listSuspicious,
  nameInput,
  readChoices,
} from './choice-form';
import { findImportableList } from './importable';
import { cancelNewest, findNewestImport } from './newest-import.server';
import type { PendingImport } from './pending.server';
import { recheckImport } from './recheck-import.server';
import { startImport } from './start-import.server';
import { dropFile } from './stored-files.server';

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
      title: IMPORT_TITLE,
      action: 'View',
      description: `Viewed ${title} for ${importable.title}`,
    });
  const { list, title: plural, singular: name } = importable;
  return {
    ...{ title, list, plural, name, fileName, job },
    // The host may be importing the file, whose answer was lost.
    canChoose: pending.lostId === undefined,
    historyNote: describeHistory(job),
    trail: [{ title: IMPORT_TITLE, href: '/import' }, { title }],
    here: `/import/${token}`,
    token: randomUUID(),
    ...(isUnderWay(job) ? { refreshSeconds: REFRESH_SECONDS } : {}),
  };
}

/** Returns a note if the changes of a finished import are not in the history of the records. */
function describeHistory({ state }: ImportJob): string | undefined {
  const isUnlisted = state === 'done' && !getApiHost().imports.keepsHistory;
  return isUnlisted ? messages.importUnlisted : undefined;
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
  const suspicious = listSuspicious((await findNewestImport(user, token))?.job.report?.columns);
  const fields = [formInputs.token, formInputs.proof, INTENT, CHECK, ...suspicious.map(nameInput)];
  const posted = await readForm(request, { fields });
  const proof = takeProof(posted);
  if (posted.get(INTENT) === 'cancel') {
    const left = await cancelNewest(user, token);
    if (left && left.job.state !== 'cancelled')
      await toast({ kind: 'error', text: messages.cancelledTooLate });
    return here;
  }
  if (posted.get(INTENT) === 'drop') return dropFile(signedIn, token);
  const choices = readChoices(posted, suspicious);
  if (posted.get(INTENT) === 'recheck') return recheck(user, posted, token, choices);
  const entity = findImportableList((await findNewestImport(user, token))?.list)?.entity;
  // A file of users may give any role.
  if (entity && needsProofForAny(entity)) {
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) return data({ proof: refusal.question }, refusal.status);
  }
  const filling = {
    token: posted.get(formInputs.token),
    owner: getUserKey(user),
    content: ['import', token, posted.get(CHECK)],
  };
  const imported = await withIdempotencyKey(filling, async () => {
    const pending = await findNewestImport(user, token);
    const importable = findImportableList(pending?.list);
    if (!pending || !importable) return here;
    const checked = checkShown(pending, posted);
    if (!checked.ok) return data({ choices, problem: checked.error }, 400);
    // The host writes the audit entry when it commits the import.
    const started = await startImport(pending, importable);
    if (!started.ok) return void (await toast({ kind: 'error', text: started.error }));
    return here;
  });
  return imported ?? here;
}

/** Checks the file again with the choices. Returns the choices and the reason if that failed. */
async function recheck(
  user: SignedIn['user'],
  posted: FormData,
  token: string,
  choices: Choices,
): Promise<Response | ReturnType<typeof data<{ choices: Choices; problem: string }>>> {
  const here = redirect(`/import/${encodeURIComponent(token)}`);
  const filling = {
    token: posted.get(formInputs.token),
    owner: getUserKey(user),
    content: ['recheck', token, choices],
  };
  return withIdempotencyKey(filling, async () => {
    const pending = await findNewestImport(user, token);
    const importable = findImportableList(pending?.list);
    if (!pending || !importable) return here;
    const checked = isOtherCheck(pending, posted)
      ? failWith(messages.importChanged)
      : await recheckImport(pending, importable, choices);
    return checked.ok ? here : data({ choices, problem: checked.error }, 400);
  });
}

/** Checks that the page showed this check of the file and these choices, and that no value needs a choice. */
function checkShown(pending: PendingImport, posted: FormData): Result<undefined, string> {
  if (pending.job.state !== 'checked') return succeeded;
  if (isOtherCheck(pending, posted)) return failWith(messages.importChanged);
  const columns = listSuspicious(pending.job.report?.columns);
  if (hasOtherChoices(posted, columns)) return failWith(messages.importRechosen);
  const isUndecided = columns.some(({ undecided }) => undecided);
  return isUndecided ? failWith(messages.importUndecided) : succeeded;
}

/** Returns whether the form was sent from a page that showed an earlier check of the file. */
function isOtherCheck({ job }: PendingImport, posted: FormData): boolean {
  const shown = posted.get(CHECK);
  return shown !== null && shown !== job.id;
}
