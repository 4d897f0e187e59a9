import type { PlannedChange } from 'backend/history/append-changes';
import {
  completePending,
  type PendingChange,
  storePending,
  withdrawPending,
} from 'backend/history/pending';
import { makeHistoryId } from 'backend/history/sealed-identity';
import { toErrorText } from 'shared/error-text';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { getRequestId } from '../server/request-scope.server';
import { mustStore } from '../server/unwritable.server';
import { getHistoryStore } from './history-store.server';

/** The parts of a change that are known only from the host's answer, such as the id of an added record. */
export type Completion = Partial<Pick<PlannedChange, 'recordId' | 'fields' | 'username' | 'mark'>>;

/** The ids of the changes that this process is making. */
const running = new Set<string>();

/** Returns whether this process is making the change at the moment. */
export function isRunning(id: string): boolean {
  return running.has(id);
}

/**
 * Makes a change and stores it in the history. Stores the change as pending before making it, so that it is not lost if
 * the process ends. If the outcome is not known, the change stays pending until it is compared with the record. An
 * update that changes no value is not stored. Throws a 503 response, and makes no change, if the change cannot be
 * stored as pending.
 */
export async function withHistory<Result extends { ok: boolean }>(
  change: PlannedChange | undefined,
  make: () => Promise<Result>,
  {
    isRefused,
    complete = () => ({}),
  }: { isRefused: (result: Result) => boolean; complete?: (result: Result) => Completion },
): Promise<Result> {
  if (!change) return make();
  const owner = await (await getLockOwner()).name();
  const planned = { ...change, requestId: getRequestId() };
  // The change is marked as running before it is stored. Otherwise, another request could take it for an abandoned
  // change, and compare it with the record before the host has made it.
  const id = makeHistoryId();
  running.add(id);
  try {
    const pending = await mustStore(
      async () => storePending(await getHistoryStore(), planned, owner, id),
      'any',
    );
    const result = await make();
    if (result.ok) await finish(pending, complete(result));
    else if (isRefused(result)) await storeOutcome(pending, withdraw);
    return result;
  } finally {
    running.delete(id);
  }
}

async function finish(pending: PendingChange, completion: Completion): Promise<void> {
  const change = { ...pending.change, ...completion };
  const isEmpty = change.action === 'Update' && change.fields.length === 0;
  if (isEmpty) return storeOutcome(pending, withdraw);
  await storeOutcome(pending, async () =>
    completePending(await getHistoryStore(), { ...pending, change }, 'made'),
  );
}

async function withdraw({ id }: PendingChange): Promise<void> {
  await withdrawPending(await getHistoryStore(), id);
}

/**
 * Stores the outcome of a change by calling `write`. If that fails, the change stays pending and is compared with the
 * record later.
 */
async function storeOutcome(
  pending: PendingChange,
  write: (pending: PendingChange) => Promise<void>,
): Promise<void> {
  try {
    await write(pending);
  } catch (error) {
    log.error({ error: toErrorText(error) }, 'a change could not be added to the history yet');
  }
}
