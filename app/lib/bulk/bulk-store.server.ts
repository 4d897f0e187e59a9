import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { computeMentionDigests, storeDigests } from '../core/digests/item-digests.server';
import { Mentions } from '../core/digests/mentions.server';
import { findBulkEntity, getBulkPath } from '../core/entities/bulk';
import { claimKey, findJobByKey } from '../core/jobs/job-keys.server';
import type { JobKind } from '../core/jobs/job-kind';
import { deleteJob, type JobRef, storeJob } from '../core/jobs/job-store.server';
import { findJob } from '../core/jobs/run-job.server';
import { makeSealer } from '../core/server/seal.server';
import { getStore } from '../core/server/store.server';
import type { SignedInUser } from '../core/session/user';
import { getUserKey } from '../core/session/user-key.server';
import {
  type BulkAction,
  type BulkContent,
  bulkContentSchema,
  type Outcome,
  type SelectedRecord,
} from './bulk-action';
import { sealRecord } from './bulk-records.server';

/** The number of records that one statement stores. */
const PART = 100;
const DAY_MS = 24 * 3_600_000;

/** Bulk actions. A job waits until its user has confirmed it, and its parts are the selected records. */
export const bulkJobs: JobKind<BulkContent, object> = {
  name: 'bulk',
  title: 'Bulk action',
  contentSchema: bulkContentSchema,
  describe({ total }, { token, subject }) {
    const title = findBulkEntity(subject)?.title ?? subject;
    const rows = total === 1 ? '1 row' : `${total.toLocaleString('en')} rows`;
    return { what: `${title}, ${rows}`, href: `${getBulkPath({ name: subject })}/${token}` };
  },
  outputSchema: z.object({}),
  sealer: makeSealer('bulk actions'),
  keepMs: DAY_MS,
  maxStored: 20,
  slots: pLimit(2),
  failures: {
    stopped: 'The panel was stopped before all records were processed.',
    failed: 'The panel could not store the progress, so the action ended early.',
  },
};

/**
 * Stores a bulk action that a user has not confirmed yet, and returns its token. Returns undefined if the action would
 * undo another one that is already being undone.
 */
export async function storeAction(
  user: SignedInUser,
  entity: string,
  content: Omit<BulkContent, 'run' | 'total'>,
  records: readonly SelectedRecord[],
  undone?: string,
): Promise<string | undefined> {
  const total = records.length;
  const token = await storeJob(bulkJobs, {
    ...{ user, total, subject: entity, content: { ...content, run: randomUUID(), total } },
  });
  const db = await getStore();
  const ref = { owner: getUserKey(user), token };
  const mentions = new Mentions();
  mentions.addTexts(new URLSearchParams(content.list).values());
  for (let start = 0; start < total; start += PART) {
    const part = records.slice(start, start + PART).map((record, at) => ({
      ...{ token, n: start + at, outcome: null, note: null },
      content: sealRecord(ref, start + at, record),
    }));
    await db.insertInto('job_part').values(part).execute();
    for (const { id, label } of records.slice(start, start + PART)) {
      mentions.addRecord(entity, id);
      mentions.addTexts([id, label]);
    }
    await setImmediate();
  }
  await storeDigests(db, 'job', token, await computeMentionDigests(mentions));
  if (undone === undefined || (await claimKey(token, buildUndoKey(undone)))) return token;
  await deleteJob(ref);
  return undefined;
}

/** Returns the owner's bulk action with this token in its present state, or undefined if there is none. */
export async function readAction(ref: JobRef): Promise<BulkAction | undefined> {
  const job = await findJob(bulkJobs, ref);
  if (!job) return undefined;
  const { content, subject: entity, state, result } = job;
  const ending = result?.ok === false ? result.error : undefined;
  return { ...content, ...ref, entity, state, ending, undoneBy: await findUndoing(ref) };
}

/** Returns the token of the action that undoes another one, or undefined if there is none. */
export function findUndoing({ owner, token }: JobRef): Promise<string | undefined> {
  return findJobByKey(owner, buildUndoKey(token));
}

function buildUndoKey(token: string): string {
  return `undo ${token}`;
}

/** Returns the number of records of a bulk action by their outcome. Records without an outcome are not counted. */
export async function countOutcomes(token: string): Promise<Record<Outcome, number>> {
  const rows = await (await getStore())
    .selectFrom('job_part')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
    .where('token', '=', token)
    .where('outcome', 'is not', null)
    .groupBy('outcome')
    .execute();
  const count = (outcome: Outcome) =>
    Number(rows.find((row) => row.outcome === outcome)?.count ?? 0);
  return {
    begun: count('begun'),
    done: count('done'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    unknown: count('unknown'),
  };
}
