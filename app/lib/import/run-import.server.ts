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
import { pendingImport, reportImport } from './pending.server';
import { sendImport } from './send-import.server';

/** What was found in a checked file, or what became of it. Leads to /import when it is gone. */
export async function loadImport({ user, toast }: SignedIn, token: string) {
  const pending = await pendingImport(user.username, token);
  const importable = importableList(pending?.list);
  if (!pending || !importable) {
    await toast({ kind: 'error', text: messages.importGone });
    throw redirect('/import');
  }
  const done = pending.file === undefined;
  const title = done ? 'Imported data' : 'Check of the import';
  audit({
    username: user.username,
    title: TITLE,
    action: 'View',
    description: `Viewed ${title} for ${importable.plural}`,
  });
  return {
    title,
    done,
    list: importable.list,
    plural: importable.plural,
    fileName: pending.file?.name,
    report: pending.report,
    token: randomUUID(),
  };
}

/** Imports the checked file once, and leads back to its page, which tells what became of it. */
export async function runImport(signedIn: SignedIn, request: Request, token: string) {
  const { user, toast } = signedIn;
  const here = redirect(`/import/${token}`);
  const filling = {
    token: (await readForm(request)).get(formInputs.token),
    username: user.username,
    content: ['import', token],
  };
  const fail = async (text: string) => void (await toast({ kind: 'error', text }));
  const imported = await once(filling, async () => {
    const pending = await pendingImport(user.username, token);
    const importable = importableList(pending?.list);
    // The host writes the audit entry, in the same transaction.
    if (!pending?.file || !importable) return here;
    const result = await sendImport(importable, pending.file, {
      user: user.username,
      dryRun: false,
    });
    if (!result.ok) {
      const { fault } = result;
      const entry = { username: user.username, title: TITLE, action: 'Import' } as const;
      recordFault({ ...entry, description: 'Importing a file failed' }, fault);
      return fail((fault.kind === 'refused' && fault.message) || messages.importFailed);
    }
    const done = result.value.refused === 0;
    await reportImport(user.username, token, result.value, { done });
    if (!done) return fail('Nothing was imported: some rows have become wrong since the check');
    return here;
  });
  return imported ?? here;
}
