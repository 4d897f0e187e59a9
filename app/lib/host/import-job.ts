import { z } from 'zod';

/** The characters of all reasons that a report shows. */
const MAX_REASONS = 200_000;

/** A host's report of what an import would do, or did. */
export const reportSchema = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** True if the rest of the file was not read, because too many rows were refused. */
  stopped: z.boolean().default(false),
  refusals: z.array(z.object({ line: z.number(), reason: z.string() })).transform(limitRefusals),
  changes: z.array(z.object({ column: z.string(), records: z.number() })),
  leftAside: z.array(z.string()),
});

/** Returns the first refusals that a page can show in time: a host may send any number, of any length. */
function limitRefusals(refusals: { line: number; reason: string }[]) {
  let characters = 0;
  return refusals.slice(0, 1_000).filter(({ reason }) => {
    characters += reason.length;
    return characters <= MAX_REASONS;
  });
}

export type ImportReport = z.infer<typeof reportSchema>;

/** A host's description of a check or an import, running or ended (backend/import/job-store.ts). */
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
});

export type ImportJob = z.infer<typeof jobSchema>;

export function isUnderWay({ state }: ImportJob): boolean {
  return state === 'checking' || state === 'staging' || state === 'applying';
}

export interface ImportFile {
  name: string;
  bytes: Buffer;
}

export interface ImportCall {
  /** The id of the import from now on. */
  id: string;
  user: string;
  dryRun: boolean;
  /** The titles of the panel's columns, by field: a file may have them as its headings. */
  titles: Readonly<Record<string, string>>;
}
