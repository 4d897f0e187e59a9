import type { Context } from 'hono';
import { z } from 'zod';
import { type Envelope, notFound, refused } from '../envelope';
import { firstProblem, required } from '../fields';
import type { HostOptions } from '../options';
import { readMultipart } from '../requests';
import { ImportFault } from './import-fault';
import { checkFile, importFile } from './import-file';
import { importTable } from './import-tables';
import type { ImportReport } from './report';

/** Bytes of an uploaded file; larger ones go in by the command line. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** What a multipart body holds besides the file. */
const OVERHEAD_BYTES = 256 * 1024;

/** The one item is the report. */
type ImportAnswer = Omit<Envelope, 'items'> & { items: ImportReport[] };

const titles = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(text));
    } catch {
      context.addIssue('The titles could not be read');
      return z.NEVER;
    }
  });
const form = z.object({
  user: required('The name of the user who saves'),
  dryrun: z.enum(['0', '1'], 'dryrun is not valid').default('0'),
  titles,
  file: z.instanceof(File, { error: 'A file is required' }),
});

/**
 * Answers `import/{noun}`: what the file would do (`dryrun=1`) or did. `titles` is a JSON object of wire
 * names by the titles that columns may have. An answer with refused rows has written nothing.
 */
export async function takeImport(
  c: Context,
  options: HostOptions,
): Promise<Envelope | ImportAnswer> {
  const noun = c.req.param('noun') ?? '';
  const spec = importTable(noun);
  if (!spec) return notFound('list', noun);
  const body = await readMultipart(c, MAX_IMPORT_BYTES + OVERHEAD_BYTES);
  const input = form.safeParse(Object.fromEntries(body));
  if (!input.success) return refused(firstProblem(input.error));
  const { user, dryrun, file } = input.data;
  if (file.size > MAX_IMPORT_BYTES)
    return refused(`The file must have ${MAX_IMPORT_BYTES} bytes or fewer`);
  const { db, timeZone, cleanHtml } = options;
  const names = { titles: input.data.titles };
  const job = { spec, open: () => bytesOf(file), names, timeZone, cleanHtml };
  try {
    const now = options.now?.() ?? new Date();
    const report =
      dryrun === '1'
        ? await checkFile(db, job)
        : await importFile(db, job, { user, fileName: file.name, now });
    return { succeeded: true, message: null, items: [report] };
  } catch (error) {
    if (error instanceof ImportFault) return refused(error.message);
    throw error;
  }
}

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) yield part.value;
}
