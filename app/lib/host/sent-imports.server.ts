import type { Selectable } from 'kysely';
import { log } from '../server/log.server';
import { getStore } from '../server/store.server';
import type { StoreTables } from '../server/store-tables';
import { type ImportJob, isUnderWay } from './import-job';

/** An import that was sent to a remote host, and whose changes are not all in the history of records. */
export type SentImport = Selectable<StoreTables['remote_import']>;

/**
 * Stores an import before it is sent. If its file was sent before, but the answer was lost, replaces the stored time
 * and request id, and returns false.
 */
export async function storeSentImport(sent: Omit<SentImport, 'state'>): Promise<boolean> {
  const db = await getStore();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('remote_import')
    .values({ ...sent, state: 'sent' })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return true;
  const { job_id, at, request_id } = sent;
  await db
    .updateTable('remote_import')
    .set({ at, request_id })
    .where('job_id', '=', job_id)
    .execute();
  return false;
}

/** Returns the import with this id, or undefined if it was not sent or if all of its changes are in the history. */
export async function findSentImport(jobId: string): Promise<SentImport | undefined> {
  return (await getStore())
    .selectFrom('remote_import')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst();
}

/** Returns the imports of an entity, or of all entities, whose changes can still get into the history. */
export async function listOpenImports(entity?: string): Promise<SentImport[]> {
  const open = (await getStore())
    .selectFrom('remote_import')
    .selectAll()
    .where('state', 'in', ['sent', 'stored'])
    .orderBy('at')
    .orderBy('job_id');
  return (entity === undefined ? open : open.where('entity', '=', entity)).execute();
}

/** Returns whether there is an import of an entity whose changes will never be in the history. */
export async function hasUnlistedImport(entity: string): Promise<boolean> {
  const found = await (await getStore())
    .selectFrom('remote_import')
    .select('job_id')
    .where('state', '=', 'unlisted')
    .where('entity', '=', entity)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Stores the state of an import from the host's answer. Returns true if the host stores the changes for the panel to
 * move.
 */
export async function noteJob(sent: SentImport, job: ImportJob): Promise<boolean> {
  if (job.storesChanges) {
    if (sent.state !== 'stored') await noteState(sent, 'stored');
    return true;
  }
  const { added, changed } = job.report ?? { added: 1, changed: 0 };
  const hasChanged = added + changed > 0 && (job.state === 'applying' || job.state === 'done');
  if (hasChanged) await unlistImport(sent);
  else if (!isUnderWay(job)) await forgetSentImport(sent.job_id);
  return false;
}

/** Stores that the changes of an import will never be in the history. */
export async function unlistImport(sent: SentImport): Promise<void> {
  const { entity, job_id: job } = sent;
  log.warn({ entity, job }, 'an import of the API host is not in the history of the records');
  await noteState(sent, 'unlisted');
}

/** Deletes an import that has changed nothing, or whose changes are in the history. */
export async function forgetSentImport(jobId: string): Promise<void> {
  await (await getStore()).deleteFrom('remote_import').where('job_id', '=', jobId).execute();
}

async function noteState({ job_id }: SentImport, state: SentImport['state']): Promise<void> {
  await (await getStore())
    .updateTable('remote_import')
    .set({ state })
    .where('job_id', '=', job_id)
    .execute();
}
