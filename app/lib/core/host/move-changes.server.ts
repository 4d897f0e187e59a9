import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { appendChanges } from 'backend/history/append-changes';
import type { StoredChange } from 'backend/import/stored-changes';
import { toErrorText } from 'shared/error-text';
import { getHistoryStore } from '../history/history-store.server';
import { log } from '../server/log.server';
import { readImportedChange } from './imported-change';

/** The functions that read and remove the changes that imports have stored at a host. */
interface ChangeSource {
  /** Returns at most `limit` changes with a number above `after`, and none only if there are no more. */
  list(after: number, limit: number): Promise<readonly StoredChange[]>;
  /** Removes the changes with these numbers, because the history has them. */
  remove(numbers: readonly number[]): Promise<void>;
}

/**
 * The time in milliseconds for which moving a batch of changes should keep the event loop busy, because other requests
 * wait for it. Waiting for a database server does not count.
 */
const TARGET_MS = 10;
/**
 * The first and smallest batch. On a machine whose other processes take most of the time, each batch seems to keep the
 * event loop busy for long. Single changes would then take many times longer in all.
 */
const MIN_BATCH = 10;
const MAX_BATCH = 200;
/** The number of moved changes at which they are removed from the host. */
const REMOVE_EVERY = 1_000;

let moving: Promise<void> | undefined;
let isRequested = false;
let isStopped = false;

/**
 * Runs `move`, which moves all imported changes. If a further call comes meanwhile, runs `move` once more afterwards.
 * Does not reject: changes that could not be moved wait for the next call.
 */
export function requestMove(move: () => Promise<unknown>): Promise<void> {
  isRequested = true;
  moving ??= moveWhileRequested(move)
    .catch(logDelay)
    .finally(() => {
      moving = undefined;
    });
  return moving;
}

/** Logs the error that has prevented imported changes from being moved. */
export function logDelay(error: unknown): void {
  log.error({ error: toErrorText(error) }, 'imported changes are not in the history yet');
}

/** Allows changes to be moved again after `stopMoving`. */
export function startMoving(): void {
  isStopped = false;
}

/** Ends the moving of changes before the databases are closed. The remaining changes are moved after the next start. */
export async function stopMoving(): Promise<void> {
  isStopped = true;
  await moving;
}

async function moveWhileRequested(move: () => Promise<unknown>): Promise<void> {
  while (isRequested && !isStopped) {
    isRequested = false;
    await move();
  }
}

/**
 * Moves changes to the history of their records, until there are no more. Removes a change at the host only after the
 * history has stored it, so that no change is lost if a process ends in between. Ends earlier if `stopMoving` is called.
 */
export async function moveChanges({ list, remove }: ChangeSource): Promise<void> {
  const moved: number[] = [];
  let size = MIN_BATCH;
  for (let last = 0; !isStopped; ) {
    const begun = performance.eventLoopUtilization();
    const stored = await list(last, size);
    if (stored.length === 0) break;
    await appendStored(stored);
    const { active } = performance.eventLoopUtilization(begun);
    size =
      active < TARGET_MS ? Math.min(MAX_BATCH, 2 * size) : Math.max(MIN_BATCH, Math.ceil(size / 2));
    const numbers = stored.map(({ n }) => n);
    last = numbers.at(-1) ?? last;
    moved.push(...numbers);
    if (moved.length >= REMOVE_EVERY) await remove(moved.splice(0));
    // A request for a page needs many turns of the event loop. Without the pause, a batch would run in each turn.
    await setTimeout(active);
  }
  if (moved.length > 0) await remove(moved);
}

/** Adds stored changes to the history, except those that it has already. */
export async function appendStored(stored: readonly StoredChange[]): Promise<void> {
  await appendChanges(
    await getHistoryStore(),
    stored.flatMap((change) => readImportedChange(change) ?? []),
  );
}
