import { z } from 'zod';

/** The maximum number of characters of all reasons and values in a report together. */
const MAX_REASONS = 200_000;

/** A refused row. Earlier versions of the embedded host do not send the values of the row. */
const refusalSchema = z.object({
  line: z.number(),
  reason: z.string(),
  cells: z
    .array(z.object({ title: z.string(), text: z.string() }))
    .optional()
    .catch(undefined),
});

type Refusal = z.infer<typeof refusalSchema>;

/** A host's report of an import, or of a check that predicts the result of an import. */
export const reportSchema = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** True if the rest of the file was not read, because too many rows were refused. */
  stopped: z.boolean().default(false),
  refusals: z.array(refusalSchema).transform(limitRefusals),
  changes: z.array(z.object({ column: z.string(), records: z.number() })),
  leftAside: z.array(z.string()),
});

/**
 * Returns the first refusals, limited in number and total length. A host may send more than a page can render
 * in time.
 */
function limitRefusals(refusals: Refusal[]): Refusal[] {
  let characters = 0;
  return refusals.slice(0, 1_000).filter(({ reason, cells = [] }) => {
    characters += reason.length;
    for (const { title, text } of cells) characters += title.length + text.length;
    return characters <= MAX_REASONS;
  });
}

export type ImportReport = z.infer<typeof reportSchema>;

/** A check or import at the host, running or ended (backend/import/job-store.ts). */
export const jobSchema = z.object({
  id: z.string(),
  state: z.enum([
    ...['checking', 'staging', 'applying'],
    ...['checked', 'refused', 'done', 'failed', 'cancelled'],
  ] as const),
  /** The number of rows that have been checked. */
  rows: z.number(),
  report: reportSchema.nullable(),
  message: z.string().nullable(),
  /** True if a remote host stores the changes of the import for the history of records. Not all hosts do. */
  storesChanges: z.boolean().optional().catch(undefined),
});

export type ImportJob = z.infer<typeof jobSchema>;

/** Returns whether the job is running. */
export function isUnderWay({ state }: ImportJob): boolean {
  return state === 'checking' || state === 'staging' || state === 'applying';
}

export interface ImportFile {
  name: string;
  bytes: Buffer;
}

export interface ImportCall {
  /** The id that the panel gives to the job. */
  id: string;
  user: string;
  dryRun: boolean;
  /** The names of the fields, by the titles that the panel shows. A file may have these titles as column headings. */
  titles: Readonly<Record<string, string>>;
}
