import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { MAX_IMPORT_BYTES, type PostedFile, readFile } from 'shared/form-reader/read-file';
import { failWith, type Result } from 'shared/result';
import { describeTooLarge } from 'shared/size-in-words';
import { z } from 'zod';
import { formInputs } from '../core/form/form-view';
import { readForm } from '../core/form/read-form.server';
import { withIdempotencyKey } from '../core/form/with-idempotency-key.server';
import { audit, recordFailedCall } from '../core/host/audit.server';
import { getApiHost } from '../core/host/host.server';
import type { ImportJob } from '../core/host/import-job';
import { messages } from '../core/host/messages';
import type { SignedIn } from '../core/session/guard.server';
import { getUserKey } from '../core/session/user-key.server';
import { findImportableList } from './importable';
import { makeRoom } from './make-room.server';
import { forgetPending, notePending, storeImport } from './pending.server';

export const IMPORT_TITLE = 'Import Data';

const schema = z.object({
  list: z
    .string({ error: 'List is required' })
    .refine((list) => findImportableList(list) !== undefined, 'List is not valid'),
});

/**
 * Handles the form of /import. Stores the posted file, sends it to the host for a check, and redirects to the page of
 * the check.
 */
export async function checkImport({ user }: SignedIn, request: Request) {
  let file: PostedFile | 'too long' | undefined;
  let files = 0;
  const inputs = { fields: ['list', formInputs.token] };
  const posted = await readForm(request, inputs, async (input, incoming) => {
    if (input !== 'file') return;
    files += 1;
    if (files === 1) file = await readFile(incoming, MAX_IMPORT_BYTES);
  });
  const submission = parseWithZod(posted, { schema });
  const read = files > 1 ? failWith(messages.oneFile('import')) : checkFile(file);
  const importable = findImportableList(
    submission.status === 'success' ? submission.value.list : '',
  );
  if (submission.status !== 'success' || !read.ok || !importable) {
    const wrong = read.ok ? {} : { fieldErrors: { file: [read.error] } };
    return data(submission.reply(wrong), 400);
  }

  const chosen = read.value;
  const filling = {
    token: posted.get(formInputs.token),
    owner: getUserKey(user),
    content: [importable.list, createHash('sha256').update(chosen.bytes).digest('hex')],
  };
  return withIdempotencyKey(filling, async () => {
    const entry = { username: user.username, title: IMPORT_TITLE, action: 'Import' } as const;
    const refuse = (text: string) => data(submission.reply({ formErrors: [text] }), 400);
    const token = randomBytes(24).toString('base64url');
    const call = { id: randomUUID(), user: user.username, dryRun: true, titles: importable.titles };
    const waiting = {
      id: call.id,
      state: 'checking',
      rows: 0,
      report: null,
      message: null,
    } as const;
    if (!(await makeRoom(user))) return refuse(messages.tooManyImports);
    const stored = await storeImport(user, token, importable.list, chosen, waiting);
    const checked = await getApiHost().imports.start(importable.wireName, chosen, call);
    const failed =
      checked.ok && checked.value.state === 'failed' ? checked.value.message : undefined;
    if (!checked.ok || failed) {
      await forgetPending(stored);
      if (failed) return refuse(failed);
    }
    if (!checked.ok) {
      recordFailedCall({ ...entry, description: 'Checking a file failed' }, checked.error);
      const { error } = checked;
      return refuse((error.kind === 'refused' && error.message) || messages.checkFailed);
    }
    const job = checked.value;
    await notePending(stored, { job });
    audit({
      ...entry,
      description: `Checked a file for ${importable.title}${describeCounts(job)}`,
    });
    return redirect(`/import/${token}`);
  });
}

/** Returns the counts of a check as text for the audit log. The text is empty while a long check is running. */
function describeCounts({ report }: ImportJob): string {
  if (!report) return '';
  const { added, changed, unchanged, refused } = report;
  return `: ${added} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused`;
}

function checkFile(file: PostedFile | 'too long' | undefined): Result<PostedFile, string> {
  if (file === undefined) return failWith('File is required');
  if (file === 'too long') return failWith(describeTooLarge(MAX_IMPORT_BYTES));
  const isEmpty = file.bytes.byteLength === 0;
  return isEmpty
    ? failWith('The file is empty. Please choose another one')
    : { ok: true, value: file };
}
