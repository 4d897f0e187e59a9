import { bulkJobs } from '../lib/bulk/bulk-store.server';
import type { AnyJobKind } from '../lib/core/jobs/job-kind';
import { makeJobsTask } from '../lib/core/jobs/run-job.server';
import type { BackgroundTask } from '../lib/core/server/background-task.server';
import { erasureTask } from '../lib/erasure/resume-erasures.server';
import { erasureJobs } from '../lib/erasure/run-erasure.server';
import { exportJobs } from '../lib/export/export-store.server';
import { importJobs } from '../lib/import/pending.server';
import { overviewTask } from '../lib/overview/refresh-overview.server';
import { mailJobs, mailTask } from '../lib/weekly-mail/weekly-mail.server';

/** The kinds of work in the background. */
export const jobKinds: readonly AnyJobKind[] = [
  bulkJobs,
  exportJobs,
  importJobs,
  erasureJobs,
  mailJobs,
];

/** The background tasks of the capabilities, in the order in which they start and stop. */
export const backgroundTasks: readonly BackgroundTask[] = [
  overviewTask,
  mailTask,
  erasureTask,
  makeJobsTask(jobKinds),
];
