import { setImmediate } from 'node:timers/promises';
import { getDialect } from 'shared/db/dialect-of';
import type { Database } from '../db/types';
import { type AfterWrite, applyJob } from './apply';
import { getLockName } from './import-file';
import { buildJobView, UNDER_WAY } from './job-store';
import type { Pace } from './pace';
import { dropJob } from './release';

/** Yields to the event loop after each transaction, because SQLite answers synchronously. */
const yielding: Pace = async (transaction) => {
  const result = await transaction();
  await setImmediate();
  return result;
};

const STOPPED =
  'The import was interrupted. Nothing has been imported. Please import the file again.';

/**
 * Finishes the imports that an earlier process left unfinished: completes those that were committed and drops
 * all others. On PostgreSQL, skips imports that other processes are working on.
 */
export async function recoverImports(db: Database, after: AfterWrite): Promise<void> {
  const left = await db
    .selectFrom('import_job')
    .select('job_id')
    .where('state', 'in', [...UNDER_WAY])
    .orderBy('started_at')
    .execute();
  for (const { job_id } of left) await recoverJob(db, job_id, after);
}

/**
 * Completes or drops an import unless another process is working on it, and returns whether it did. `message`
 * is stored as the reason that a dropped import failed.
 */
export async function recoverJob(
  db: Database,
  id: string,
  after: AfterWrite,
  message = STOPPED,
  pace: Pace = yielding,
): Promise<boolean> {
  const free = await getDialect(db).whileFree(db, getLockName(id), async () => {
    const job = await buildJobView(db, id);
    if (job?.state === 'applying') await applyJob(db, id, after, pace);
    else await dropJob(db, id, { state: 'failed', message }, pace);
    return true;
  });
  return free ?? false;
}
