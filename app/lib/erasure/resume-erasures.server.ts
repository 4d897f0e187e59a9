import { setTimeout as wait } from 'node:timers/promises';
import type { Person } from 'shared/erasure/person';
import { toErrorText } from 'shared/error-text';
import { toOpaqueId } from '../addresses/record-address.server';
import type { HostErasure } from '../host/api-host';
import { log } from '../server/log.server';
import { listHandledErasures, storeCompared } from './compared-erasures.server';
import { findUnknownKeys, makeRecognizer, readErased } from './erased-file.server';
import { listUnfinished, storeErasure } from './erasure-store.server';
import { findObstacle } from './find-obstacle.server';
import { getErasure } from './get-erasure.server';
import { planFor } from './make-plan.server';
import type { ErasurePlan } from './plan';
import { runErasure } from './run-erasure.server';

const TICK_MS = 60_000;
/** The maximum time in milliseconds for which a stop waits, for example for an API host that does not answer. */
const STOP_MS = 2_000;

/** The result of comparing a database with the list of erased participants. */
export interface Applied {
  /** The number of participants who were in the database although they had been erased. */
  erased: number;
  /** The number of lines that cannot be used: they are damaged, or the panel key for them is missing. */
  unreadable: number;
}

let timer: NodeJS.Timeout | undefined;
/** True after this process has compared the database with the list of erased participants. */
let isApplied = false;
let resuming: Promise<void> | undefined;

/**
 * Erases the participants again who are in a restored database, and completes interrupted erasures. Tries again every
 * minute. A failure is logged, and does not keep the panel from starting.
 */
export async function startErasures(): Promise<void> {
  isApplied = false;
  await resumeErasures(false);
  timer = setInterval(() => void resumeErasures(true), TICK_MS).unref();
}

/**
 * Stops the interval that `startErasures` has started, and waits for the erasure that is running, at most STOP_MS. An
 * interrupted erasure is completed at the next start.
 */
export async function stopErasures(): Promise<void> {
  clearInterval(timer);
  await Promise.race([resuming, wait(STOP_MS, undefined, { ref: false })]);
}

/**
 * Compares the database with the file `erased-participants.jsonl`. Erases the participants again whom the database still
 * contains, because an older backup was restored, and does not search for the others again. `isRunning` is true if the
 * panel answers requests meanwhile; large files are then not rewritten. An erasure that fails is logged, and is completed
 * later.
 */
export async function applyErasures(isRunning = false): Promise<Applied> {
  const host = getErasure();
  const { lines, unreadable, isMissing } = await readErased();
  const handled = await listHandledErasures();
  if (isMissing && handled.size > 0)
    throw new Error('the list of erased participants is missing: see AUDIT_CHECKPOINT_DIR');
  const missing = lines.filter(({ id }) => !handled.has(id));
  if (missing.length === 0) return { erased: 0, unreadable };
  const unknown = new Set(findUnknownKeys(missing));
  const found = await host.findErased(makeRecognizer(missing));
  const absent = missing.filter((line) => !found.has(line.id) && !unknown.has(line));
  // Before an erasure can fail, because these lines would otherwise be compared again.
  await storeCompared(absent.map(({ id }) => id));
  for (const [id, person] of found) await storeRepetition(host, id, person);
  await completeErasures(isRunning);
  const left = (await listUnfinished()).filter(({ id, plan }) => plan && found.has(id));
  return { erased: found.size - left.length, unreadable: unreadable + unknown.size };
}

/** Stores the erasure of somebody whom a restored database still contains. */
async function storeRepetition(host: HostErasure, id: string, person: Person): Promise<void> {
  const plan = await planFor(host, person);
  const certificate = {
    participant: toOpaqueId('participant', findParticipantId(plan) ?? id),
    reason: 'An older backup was restored, which still had the participant.',
    ...{ counts: plan.counts, kept: plan.kept, isRepeated: true, needsRewrite: true },
  };
  await storeErasure({
    ...{ id, username: 'the panel', certificate, plan },
    isRepeatable: !host.deletesRecords,
  });
}

/**
 * Compares the database with the list of erased participants, if that has failed so far, and completes the erasures that
 * were interrupted. While the panel `isRunning`, leaves out those of which only files must be rewritten. Concurrent calls
 * share one attempt. Does not throw.
 */
export function resumeErasures(isRunning: boolean): Promise<void> {
  resuming ??= resume(isRunning)
    .catch((error: unknown) => {
      log.error({ error: toErrorText(error) }, 'interrupted erasures could not be completed');
    })
    .finally(() => {
      resuming = undefined;
    });
  return resuming;
}

async function resume(isRunning: boolean): Promise<void> {
  if (!isApplied) await tryToApply(isRunning);
  await completeErasures(isRunning);
}

/** Completes the stored erasures, except those whose data an import, a bulk action or an export could store again. */
async function completeErasures(isRunning: boolean): Promise<void> {
  for (const { id, plan } of await listUnfinished()) {
    // Only a start rewrites files that could not be rewritten at once.
    if (isRunning && !plan) continue;
    try {
      const obstacle = plan && (await findObstacle(getErasure(), plan));
      if (obstacle) log.warn({ erasure: id, obstacle }, 'an erasure waits');
      else await runErasure(id, isRunning);
    } catch (error) {
      log.error({ erasure: id, error: toErrorText(error) }, 'an erasure is not completed yet');
    }
  }
}

/** Returns the id of a person's record. It may be known only from the records that belong to their study number. */
function findParticipantId({ person, records }: ErasurePlan): string | undefined {
  if (person.participantId) return person.participantId;
  return records.find(({ entity }) => entity === 'participant')?.recordId;
}

async function tryToApply(isRunning: boolean): Promise<void> {
  try {
    const { erased, unreadable } = await applyErasures(isRunning);
    isApplied = true;
    if (erased > 0) log.warn({ erased }, 'participants of a restored database were erased again');
    if (unreadable > 0)
      log.error({ unreadable }, 'lines of the list of erased participants cannot be used');
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'erasures could not be applied again');
  }
}
