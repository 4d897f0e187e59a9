import type { StudyTables } from 'backend/db/study-tables';
import type { Database } from 'backend/db/types';
import { findFreePlace, nameEarlier, parseEarlier } from 'backend/history/earlier-id';
import { isSameRecord, markSchema, type RecordMark } from 'backend/history/record-mark';
import type { Kysely } from 'kysely';
import type { Withdrawal } from 'shared/derived/rows';
import { log } from '../server/log.server';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { getApiHost } from './host.server';
import { countWrite } from './writes.server';

const { seal, unseal } = makeSealer('withdrawals');

/**
 * Returns the withdrawals of participants, by their ids, for a host that has no field for them. Such withdrawals are
 * kept in the panel's own tables (decision 0234).
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
  mark: RecordMark,
  db?: Database,
): Promise<void> {
  const host = getApiHost().key;
  const sealed = seal(JSON.stringify(mark), [host]);
  await (db ?? (await getStore()))
    .insertInto('withdrawal')
    .values({ host, participant, withdrawn_on: day, reason, mark: sealed })
    .onConflict((conflict) => conflict.columns(['host', 'participant']).doNothing())
    .execute();
  countWrite();
}

/**
 * Compares withdrawals with the marks that the participants have now, by their ids. If an id belongs to another
 * participant now, gives the withdrawal the name of an earlier record, so that it has no effect. If the id belongs to
 * this earlier participant again, gives it back.
 */
export async function compareWithdrawals(marks: ReadonlyMap<string, RecordMark>): Promise<void> {
  const store = await getStore();
  const host = getApiHost().key;
  const rows = await store
    .selectFrom('withdrawal')
    .select(['participant', 'mark'])
    .where('host', '=', host)
    .execute();
  const ids = new Set(rows.map(({ participant }) => participant));
  for (const { participant, mark } of rows) {
    const id = parseEarlier(participant)?.id ?? participant;
    const present = marks.get(id);
    const known = present && readSealedMark(mark, host);
    const isSame = known && isSameRecord(known, present);
    let name = participant;
    if (id === participant && isSame === false)
      name = nameEarlier(id, await findFreePlace(id, (taken) => ids.has(taken)));
    // The host has corrected what differed.
    if (id !== participant && isSame === true && !ids.has(id)) name = id;
    if (name === participant) continue;
    const { numUpdatedRows } = await store
      .updateTable('withdrawal')
      .set({ participant: name })
      .where('host', '=', host)
      .where('participant', '=', participant)
      .where('mark', '=', mark)
      .executeTakeFirstOrThrow();
    // Another request may have been first.
    if (numUpdatedRows === 0n) continue;
    ids.delete(participant);
    ids.add(name);
    countWrite();
    log.warn(
      name === id
        ? 'a withdrawal has effect again, because its participant has the former number again'
        : 'set apart a withdrawal, because the host gave the id of its participant again',
    );
  }
}

function readSealedMark(sealed: string | null, host: string): RecordMark | undefined {
  const text = sealed === null ? undefined : unseal(sealed, [host])?.toString();
  return text === undefined ? undefined : markSchema.parse(JSON.parse(text));
}

/**
 * Deletes the reasons and marks of withdrawals of participants who are erased, and of earlier ones with the same ids. The
 * host may keep their records.
 */
export async function eraseReasons(
  db: Kysely<StudyTables>,
  participants: readonly string[],
): Promise<void> {
  const rows = await db.selectFrom('withdrawal').select('participant').execute();
  const erased = rows
    .map(({ participant }) => participant)
    .filter((name) => participants.includes(parseEarlier(name)?.id ?? name));
  if (erased.length === 0) return;
  await db
    .updateTable('withdrawal')
    .set({ reason: null, mark: null })
    .where('participant', 'in', erased)
    .execute();
}

/** Deletes the withdrawals of participants. */
export async function deleteRemoteWithdrawals(
  participants: readonly string[],
  db?: Database,
): Promise<void> {
  await (db ?? (await getStore()))
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
