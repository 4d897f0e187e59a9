import { setTimeout } from 'node:timers/promises';
import type { Database } from 'backend/db/types';
import {
  listStoredChanges,
  listStoredRecordChanges,
  removeStoredChanges,
  type StoredChange,
} from 'backend/import/stored-changes';
import { toErrorText } from 'shared/error-text';
import { appendChanges } from '../history/append-changes';
import type { RecordName } from '../history/change';
import { getHistoryStore } from '../history/history-store.server';
import { log } from '../server/log.server';
import { findWireName, readImportedChange } from './imported-change';

/** The time in milliseconds that moving a batch of changes should take, because other requests wait for it. */
const TARGET_MS = 10;
const FIRST_BATCH = 10;
const MAX_BATCH = 200;
/** The number of moved changes at which they are removed from the host's database. */
const REMOVE_EVERY = 1_000;

let moving: Promise<void> | undefined;
let isRequested = false;
let isStopped = false;

/**
 * Moves the changes that imports have stored in the embedded host's database to the history of their records. A change
 * is removed there only after the history has it, so that none is lost if the process ends in between. Does not
 * reject: changes that could not be moved stay for the next call.
 */
export function moveImportedChanges(db: Database): Promise<void> {
  isRequested = true;
  moving ??= moveWhileRequested(db)
    .catch((error: unknown) =>
      log.error({ error: toErrorText(error) }, 'imported changes are not in the history yet'),
    )
    .finally(() => {
      moving = undefined;
    });
  return moving;
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

/**
 * Moves the imported changes of one record. Called before a further change is made, so that the history has the changes
 * in the order in which they were made.
 */
export async function moveImportedRecordChanges(
  db: Database,
  { entity, recordId }: RecordName,
): Promise<void> {
  try {
    const wireName = findWireName(entity);
    if (wireName === undefined) return;
    const stored = await listStoredRecordChanges(db, wireName, recordId);
    if (stored.length === 0) return;
    await append(stored);
    await removeStoredChanges(db, getNumbers(stored));
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'imported changes are not in the history yet');
  }
}

async function moveWhileRequested(db: Database): Promise<void> {
  while (isRequested && !isStopped) {
    isRequested = false;
    await moveAll(db);
  }
}

async function moveAll(db: Database): Promise<void> {
  const moved: number[] = [];
  let size = FIRST_BATCH;
  for (let last = 0; !isStopped; ) {
    const begun = performance.now();
    const stored = await listStoredChanges(db, last, size);
    if (stored.length === 0) break;
    await append(stored);
    const took = performance.now() - begun;
    size = Math.min(MAX_BATCH, took < TARGET_MS ? 2 * size : Math.ceil(size / 2));
    const numbers = getNumbers(stored);
    last = numbers.at(-1) ?? last;
    moved.push(...numbers);
    if (moved.length >= REMOVE_EVERY) await removeStoredChanges(db, moved.splice(0));
    // A page needs many turns of the event loop. Without the pause, a batch would run in each of them.
    await setTimeout(performance.now() - begun);
  }
  await removeStoredChanges(db, moved);
}

async function append(stored: readonly StoredChange[]): Promise<void> {
  await appendChanges(
    await getHistoryStore(),
    stored.flatMap((change) => readImportedChange(change) ?? []),
  );
}

function getNumbers(stored: readonly StoredChange[]): number[] {
  return stored.map(({ n }) => n);
}
