import { createHash } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';
import { audit, recordFault } from '../api/audit.server';
import { messages } from '../api/messages';
import type { SignedIn } from '../auth/guard.server';
import { formInputs } from '../form/form-view';
import { once } from '../form/once.server';
import { readForm } from '../form/read-form.server';
import type { IncomingFile } from '../form/read-multipart.server';
import { sizeInWords } from '../uploads/size';
import { importableList } from './importable';
import { keepImport } from './pending.server';
import { type ImportFile, sendImport } from './send-import.server';

/** What the embedded host takes (backend/import/answer.ts). */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const TITLE = 'Import Data';

const schema = z.object({
  list: z
    .string({ error: 'List is required' })
    .refine((list) => importableList(list) !== undefined, 'List is not valid'),
});

/** The action of /import: has the host check the file, keeps it, and leads to what was found. */
export async function checkImport({ user }: SignedIn, request: Request) {
  let file: ImportFile | 'too long' | undefined;
  const posted = await readForm(request, async (input, incoming) => {
    if (input === 'file') file = await readFile(incoming);
  });
  const submission = parseWithZod(posted, { schema });
  const problem = problemOf(file);
  const importable = importableList(submission.status === 'success' ? submission.value.list : '');
  if (submission.status !== 'success' || problem || !importable || typeof file !== 'object') {
    const wrong = problem ? { fieldErrors: { file: [problem] } } : {};
    return data(submission.reply(wrong), 400);
  }

  const { bytes } = file;
  const chosen = { ...file };
  const filling = {
    token: posted.get(formInputs.token),
    username: user.username,
    content: [importable.list, createHash('sha256').update(bytes).digest('hex')],
  };
  return once(filling, async () => {
    const checked = await sendImport(importable, chosen, { user: user.username, dryRun: true });
    const entry = { username: user.username, title: TITLE, action: 'Import' } as const;
    if (!checked.ok) {
      recordFault({ ...entry, description: 'Checking a file failed' }, checked.fault);
      const { fault } = checked;
      const text = (fault.kind === 'refused' && fault.message) || messages.checkFailed;
      return data(submission.reply({ formErrors: [text] }), 400);
    }
    const { added, changed, unchanged, refused } = checked.value;
    audit({
      ...entry,
      description: `Checked a file for ${importable.plural}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused`,
    });
    const token = await keepImport(user.username, importable.list, chosen, checked.value);
    return redirect(`/import/${token}`);
  });
}

/** All of it, or the word that there is too much. */
async function readFile({ name, stream }: IncomingFile): Promise<ImportFile | 'too long'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size <= MAX_IMPORT_BYTES) chunks.push(chunk);
  }
  if (size > MAX_IMPORT_BYTES) return 'too long';
  const plain =
    name
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\p{Cc}/gu, '') ?? '';
  return { name: plain.slice(-200) || 'file', bytes: Buffer.concat(chunks) };
}

function problemOf(file: ImportFile | 'too long' | undefined): string | undefined {
  if (file === undefined) return 'File is required';
  if (file === 'too long')
    return `The file is too large. Files can have up to ${sizeInWords(MAX_IMPORT_BYTES)}`;
  return file.bytes.byteLength === 0 ? 'The file is empty. Please choose another one' : undefined;
}
