import { toErrorText } from 'shared/error-text';
import { toOpaqueId } from '../addresses/record-address.server';
import { log } from '../server/log.server';
import { findUnknownKeys, makeRecognizer, readErased } from './erased-file.server';
import { listErasureIds, listUnfinished, storeErasure } from './erasure-store.server';
import { getErasure } from './get-erasure.server';
import { planFor } from './make-plan.server';
import { runErasure } from './run-erasure.server';

const TICK_MS = 60_000;

/** The result of comparing a database with the list of erased participants. */
export interface Applied {
  /** The number of participants who were in the database although they had been erased. */
  erased: number;
  /** The number of lines by which nobody can be recognized. */
  unreadable: number;
}

let timer: NodeJS.Timeout | undefined;
/** True after the database was compared with the list of erased participants. */
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

/** Stops the interval that `startErasures` has started, and waits for the erasure that is running. */
export async function stopErasures(): Promise<void> {
  clearInterval(timer);
  await resuming;
}

/**
 * Compares the database with the list of erased participants outside the data folder, and stores an erasure for each
 * of them whom it still contains, because an older backup was restored. `isRunning` is true if requests wait while files
 * are rewritten.
 */
export async function applyErasures(isRunning = false): Promise<Applied> {
  const host = getErasure();
  const { lines, unreadable } = await readErased();
  if (lines.length === 0) return { erased: 0, unreadable };
  const known = await listErasureIds();
  const missing = lines.filter(({ id }) => !known.has(id));
  const unknown = findUnknownKeys(missing).length;
  const found =
    missing.length > 0 ? await host.findErased(makeRecognizer(missing)) : new Map<string, never>();
  for (const [id, person] of found) {
    const plan = await planFor(host, person);
    const certificate = {
      participant: toOpaqueId(id),
      reason: 'An older backup was restored, which still had the participant.',
      ...{ counts: plan.counts, kept: plan.kept, isRepeated: true, needsRewrite: true },
    };
    const stored = await storeErasure({
      ...{ id, username: 'the panel', certificate, plan },
      isRepeatable: !host.deletesRecords,
    });
    await runErasure(stored, isRunning);
  }
  return { erased: found.size, unreadable: unreadable + unknown };
}

/** Completes the erasures that were interrupted. */
function resumeErasures(isRunning: boolean): Promise<void> {
  resuming ??= resume(isRunning).finally(() => {
    resuming = undefined;
  });
  return resuming;
}

async function resume(isRunning: boolean): Promise<void> {
  if (!isApplied) await tryToApply(isRunning);
  for (const { id, plan } of await listUnfinished()) {
    // Only a start rewrites files that could not be rewritten at once.
    if (isRunning && !plan) continue;
    try {
      await runErasure(id, isRunning);
    } catch (error) {
      log.error({ erasure: id, error: toErrorText(error) }, 'an erasure is not completed yet');
    }
  }
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
