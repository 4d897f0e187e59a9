import { z } from 'zod';

/** A host's report of what an import would do, or did. */
export const reportSchema = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** Whether the rest of the file was not read, because too many rows were refused. */
  stopped: z.boolean().default(false),
  refusals: z.array(z.object({ line: z.number(), reason: z.string() })),
  changes: z.array(z.object({ column: z.string(), records: z.number() })),
  leftAside: z.array(z.string()),
});

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
