import pLimit from 'p-limit';
import { z } from 'zod';
import { messages } from '../core/host/messages';
import type { JobKind } from '../core/jobs/job-kind';
import { type Job, type JobRef, listJobs } from '../core/jobs/job-store.server';
import { findJob } from '../core/jobs/run-job.server';
import { makeSealer } from '../core/server/seal.server';
import { type ExportFormat, formats } from './export-format';

const contentSchema = z.object({
  exportId: z.string(),
  /** The path of the list, without the slash at its beginning. */
  path: z.string(),
  /** The state of the list, as the query of its address. */
  search: z.string(),
  list: z.string(),
  format: z.custom<ExportFormat>((value) => typeof value === 'string'),
  filename: z.string(),
  total: z.number(),
  /** True if the file has values that identify people, or free text. */
  isFull: z.boolean().default(true),
});
export type FileContent = z.infer<typeof contentSchema>;

const fileSchema = z.object({
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  readme: z.string(),
  notice: z.string().optional(),
});
export type MadeFile = z.infer<typeof fileSchema>;

/** Files that users export. The parts of a job are those of the file. */
export const exportJobs: JobKind<FileContent, MadeFile> = {
  name: 'export',
  title: 'Export',
  contentSchema,
  describe: ({ list, format }, { token }) => ({
    what: `${list}, ${formats[format].label}`,
    href: `/exported/${token}`,
  }),
  outputSchema: fileSchema,
  sealer: makeSealer('exported files'),
  keepMs: 24 * 3_600_000,
  maxStored: 10,
  slots: pLimit(2),
  makesParts: true,
  failures: {
    stopped: 'The panel was stopped before the file was complete. Export the list again.',
    failed: messages.downloadFailed,
  },
};

/** A file that a user has exported. */
export type StoredExport = Job<FileContent, MadeFile>;

/** Returns the owner's files that have not expired, the newest first. */
export function listExportedFiles(owner: string): Promise<StoredExport[]> {
  return listJobs(exportJobs, owner);
}

/** Returns the owner's file with this token in its present state, or undefined if there is none. */
export function findFile(ref: JobRef): Promise<StoredExport | undefined> {
  return findJob(exportJobs, ref);
}
