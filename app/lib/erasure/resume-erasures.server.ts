import type { Person } from 'shared/erasure/person';
import { toErrorText } from 'shared/error-text';
import { unwrap } from 'shared/result';
import { toOpaqueId } from '../core/addresses/record-address.server';
import type { HostErasure } from '../core/host/api-host';
import { resumeJobs } from '../core/jobs/run-job.server';
import { type BackgroundTask, every } from '../core/server/background-task.server';
import { log } from '../core/server/log.server';
import { listHandledErasures, storeCompared } from './compared-erasures.server';
import { findUnknownKeys, makeRecognizer, readErased } from './erased-file.server';
import { isCompleted } from './erasure-store.server';
import { getErasure } from './get-erasure.server';
import { planFor } from './make-plan.server';
import type { ErasurePlan } from './plan';
import { ERASE_EVERY_MS, erasureJobs, rewriteDatabase } from './run-erasure.server';
import { storeErasure } from './store-erasure.server';

/** The maximum time in milliseconds for which a stop waits for the comparison: an API host may not answer. */
const STOP_MS = 2_000;

/** The result of comparing a database with the list of erased participants. */
interface Applied {
  /** The number of participants who were in the database although they had been erased. */
  erased: number;
  /** The number of lines that cannot be used: they are damaged, or the panel key for them is missing. */
  unreadable: number;
}

/** True after this process has compared the database with the list of erased participants. */
let isApplied = false;

const comparison = every(ERASE_EVERY_MS, 'the comparison with erased participants', tryToApply, {
  stopMs: STOP_MS,
});

/**
 * At the start, erases participants again who are in a restored database, tries to complete all interrupted erasures,
 * and rewrites the file if a running panel did not. A failure is logged, and does not prevent the start.
 * After the start, repeats the comparison every minute until it has succeeded.
 */
export const erasureTask: BackgroundTask = {
  async start() {
    isApplied = false;
    try {
      await tryToApply();
      await completeErasures();
      await rewriteDatabase(false);
    } catch (error) {
      log.error(
        { error: toErrorText(error) },
        'erasures could not be completed, or the file not rewritten',
      );
    }
    comparison.start();
  },
  stop: comparison.stop,
};

/** Makes an attempt of each erasure that is not completed, even if its next attempt is not due yet. */
async function completeErasures(): Promise<void> {
  await Promise.all(await resumeJobs([erasureJobs], Date.now() + ERASE_EVERY_MS));
}

/**
 * Compares the database with the file `erased-participants.jsonl`. Participants who are in the database again,
 * because an older backup was restored, are erased again. The others are recorded as compared, and not searched for
 * again. An erasure that fails is logged, and is completed later.
 */
export async function applyErasures(): Promise<Applied> {
  const host = getErasure();
  const { lines, unreadable, isMissing } = await readErased();
  const handled = await listHandledErasures();
  if (isMissing && handled.size > 0)
    throw new Error('the list of erased participants is missing: see AUDIT_CHECKPOINT_DIR');
  const missing = lines.filter(({ id }) => !handled.has(id));
  if (missing.length === 0) return { erased: 0, unreadable };
  const unknown = new Set(findUnknownKeys(missing));
  const found = unwrap(await host.findErased(makeRecognizer(missing)));
  const absent = missing.filter((line) => !found.has(line.id) && !unknown.has(line));
  // Stored first: an erasure that fails would otherwise cause another comparison of these lines.
  await storeCompared(absent.map(({ id }) => id));
  for (const [id, person] of found) await storeRepetition(host, id, person);
  await completeErasures();
  let erased = 0;
  for (const id of found.keys()) if (await isCompleted(id)) erased += 1;
  return { erased, unreadable: unreadable + unknown.size };
}

/** Stores another erasure of a person who is in a restored database. */
async function storeRepetition(host: HostErasure, id: string, person: Person): Promise<void> {
  const plan = unwrap(await planFor(host, person));
  const certificate = {
    participant: toOpaqueId('participant', findParticipantId(plan) ?? id),
    reason: 'An older backup was restored, which still had the participant.',
    ...{ counts: plan.counts, kept: plan.kept, isRepeated: true, needsRewrite: true },
  };
  await storeErasure({
    ...{ id, certificate, plan },
    isRepeatable: !host.deletesRecords,
  });
}

/**
 * Returns the id of the participant's record. If the person was found by the study number, it is among the records.
 */
function findParticipantId({ person, records }: ErasurePlan): string | undefined {
  if (person.participantId) return person.participantId;
  return records.find(({ entity }) => entity === 'participant')?.recordId;
}

async function tryToApply(): Promise<void> {
  if (isApplied) return;
  try {
    const { erased, unreadable } = await applyErasures();
    isApplied = true;
    if (erased > 0) log.warn({ erased }, 'participants of a restored database were erased again');
    if (unreadable > 0)
      log.error({ unreadable }, 'lines of the list of erased participants cannot be used');
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'erasures could not be applied again');
  }
}
