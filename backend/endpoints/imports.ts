import type { Context } from 'hono';
import { MAX_IMPORT_BYTES } from 'shared/form-reader/read-file';
import { CHOICES } from 'shared/import/choices';
import { describeTooLarge } from 'shared/size-in-words';
import { z } from 'zod';
import { ImportError } from '../import/import-error';
import { importTable } from '../import/import-tables';
import type { ImportJobView } from '../import/job-store';
import type { ImportReport } from '../import/report';
import { type Envelope, notFound, refused } from '../wire/envelope';
import { getFirstProblem, required } from '../wire/fields';
import { makeFileReader } from '../wire/posted-file';
import { readFields, readFileForm } from '../wire/requests';
import type { HostOptions } from './options';

/** The maximum number of bytes of the fields of a multipart body. */
const FIELD_BYTES = 192 * 1024;
/** The maximum number of bytes of a multipart body besides the file: fields, headers and boundaries. */
const OVERHEAD_BYTES = 256 * 1024;

/**
 * The maximum time in milliseconds that an answer waits for the end of the import, if the request has an `id`. Most
 * files are small, so most answers contain the final state.
 */
const SHORT_WAIT_MILLISECONDS = 5_000;

/** An answer whose only item is the report or the state of the import. */
type ImportAnswer = Omit<Envelope, 'items'> & { items: (ImportReport | ImportJobView)[] };

function readObject<T>(values: z.ZodType<T>, problem: string) {
  return z
    .string()
    .default('{}')
    .transform((text, context) => {
      try {
        return z.record(z.string(), values).parse(JSON.parse(text));
      } catch {
        context.addIssue(problem);
        return z.NEVER;
      }
    });
}

const form = z.object({
  user: required('The name of the user who saves'),
  dryrun: z.enum(['0', '1'], 'dryrun is not valid').default('0'),
  /** The id of the import. If given, the answer does not wait for the end of a long import. */
  id: z.uuid('id is not valid').optional(),
  titles: readObject(z.string(), 'The titles could not be read'),
  choices: readObject(z.enum(CHOICES), 'The choices could not be read'),
});

const canceller = z.object({ user: required('The name of the user who cancels').optional() });

/**
 * Answers `import/{name}` with a report of the changes that the file would make (`dryrun=1`) or has made.
 * `titles` is a JSON object: its keys are titles that the file's columns may have, and its values are the names of the
 * fields that they stand for. `choices` is a JSON object that says for fields whether suspicious values are read as
 * `empty` or kept (`keep`); without a choice, they stop the import. If the report has refused rows, nothing was written.
 * A request with an `id` is answered like `import/state/{id}`.
 */
export async function takeImport(
  c: Context,
  { imports }: HostOptions,
): Promise<Envelope | ImportAnswer> {
  const wireName = c.req.param('name') ?? '';
  const spec = importTable(wireName);
  if (!spec || !imports) return notFound('list', wireName);
  const reader = makeFileReader(MAX_IMPORT_BYTES);
  const limits = { fieldBytes: FIELD_BYTES, bodyBytes: MAX_IMPORT_BYTES + OVERHEAD_BYTES };
  const input = form.safeParse(await readFileForm(c, limits, reader.take));
  if (!input.success) return refused(getFirstProblem(input.error));
  const { user, dryrun, id } = input.data;
  const file = reader.file();
  if (!file) return refused('A file is required');
  if (file === 'too long') return refused(describeTooLarge(MAX_IMPORT_BYTES));
  const order = {
    ...{ id, spec, user, fileName: file.name, titles: input.data.titles },
    choices: input.data.choices,
    dryRun: dryrun === '1',
    requestId: c.req.header('x-request-id'),
    bytes: new Uint8Array(file.bytes),
  };
  try {
    const begun = await imports.start(order);
    await imports.ended(begun, id === undefined ? undefined : SHORT_WAIT_MILLISECONDS);
    const view = await imports.state(begun);
    if (!view) return refused('The import has been removed');
    if (id !== undefined) return { succeeded: true, message: null, items: [view] };
    return view.report
      ? { succeeded: true, message: null, items: [view.report] }
      : refused(view.message ?? 'The import was stopped');
  } catch (error) {
    if (error instanceof ImportError) return refused(error.message);
    throw error;
  }
}

/** Answers `import/state/{id}` with the state of the import, and with its report once it has one. */
export async function getImportState(c: Context, { imports }: HostOptions) {
  const id = c.req.param('id') ?? '';
  const view = await imports?.state(id);
  return view ? { succeeded: true, message: null, items: [view] } : notFound('import', id);
}

/**
 * Answers `import/cancel/{id}`: cancels an import, and returns its state afterwards. The audit entry names `user`, or,
 * if none is given, the user who started the import.
 */
export async function cancelImport(c: Context, options: HostOptions) {
  const input = canceller.safeParse(await readFields(c, FIELD_BYTES));
  if (!input.success) return refused(getFirstProblem(input.error));
  await options.imports?.cancel(c.req.param('id') ?? '', input.data.user);
  return getImportState(c, options);
}
