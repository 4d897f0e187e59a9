import type { Kysely } from 'kysely';
import type { Withdrawal } from 'shared/derived/rows';
import { log } from '../server/log.server';
import { getStore } from '../server/store.server';
import type { StoreTables } from '../server/store-tables';
import { getApiHost } from './host.server';
import { countWrite } from './writes.server';

/**
 * Returns the withdrawals of participants, by their ids, for a host that has no field for them. Such withdrawals are
 * kept in the panel's own store (decision 0242).
 */
export async function readRemoteWithdrawals(): Promise<ReadonlyMap<string, Withdrawal>> {
  const rows = await (await getStore())
    .selectFrom('withdrawal')
    .select(['participant', 'withdrawn_on', 'reason'])
    .where('host', '=', getApiHost().key)
    .execute();
  return new Map(
    rows.map(({ participant, withdrawn_on: day, reason }) => [participant, { day, reason }]),
  );
}

/** Stores that a participant withdrew. A day that is stored already remains. */
export async function storeRemoteWithdrawal(
  participant: string,
  { day, reason }: Withdrawal,
): Promise<void> {
  await (await getStore())
    .insertInto('withdrawal')
    .values({ host: getApiHost().key, participant, withdrawn_on: day, reason })
    .onConflict((conflict) => conflict.columns(['host', 'participant']).doNothing())
    .execute();
  countWrite();
}

/** Deletes the reasons of withdrawals of participants who are erased. The host may keep their records. */
export async function eraseReasons(
  db: Kysely<StoreTables>,
  participants: readonly string[],
): Promise<void> {
  if (participants.length === 0) return;
  await db
    .updateTable('withdrawal')
    .set({ reason: null })
    .where('participant', 'in', participants)
    .execute();
}

/** Deletes the withdrawals of participants. */
export async function deleteRemoteWithdrawals(participants: readonly string[]): Promise<void> {
  await (await getStore())
    .deleteFrom('withdrawal')
    .where('host', '=', getApiHost().key)
    .where('participant', 'in', participants)
    .execute();
  countWrite();
}

/**
 * Logs a warning if the store has withdrawals of a host with another address, because API_HOST_URL was changed. The
 * participants are then in all lists again.
 */
export async function warnOfOtherWithdrawals(): Promise<void> {
  const { count } = await (await getStore())
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('host', '<>', getApiHost().key)
    .executeTakeFirstOrThrow();
  if (Number(count) > 0)
    log.warn({ withdrawals: Number(count) }, 'withdrawals of another API host have no effect');
}
