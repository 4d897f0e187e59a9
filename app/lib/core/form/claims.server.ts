import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'backend/db/types';
import { toErrorText } from 'shared/error-text';
import { makeOncePer } from 'shared/once-per';
import type { Result } from 'shared/result';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getLockOwner } from '../server/owner.server';
import { getStore, writeUnsynced } from '../server/store.server';

/** The tables with one row for each claimed key. */
const tables = ['idempotency_key', 'record_lock'] as const;
type ClaimTable = (typeof tables)[number];

/** The time in milliseconds for which a claim is stored: a day. */
const KEEP_MS = 24 * 3_600_000;
/** The minimum time in milliseconds between two deletions of old claims, which read the whole table. */
const FORGET_EVERY_MS = 60_000;
/** The time in milliseconds between two attempts to take a claim. */
const WAIT_MS = 50;
/**
 * The maximum time in milliseconds for which a request waits for a claim. A save takes at most this long: it reads,
 * writes and may send a push message, each within the host's time limit.
 */
const LONGEST_MS = 4 * config.API_TIMEOUT_MS;
/** The time in milliseconds after which the release of a claim is tried again. */
const RETRY_MS = 5_000;

/** The messages for a request that has waited too long. */
const busyMessages: Readonly<Record<ClaimTable, string>> = {
  idempotency_key:
    'This is still being saved, which is taking longer than usual. Please try again in a minute.',
  record_lock:
    'Another change of this record is still being saved, which is taking longer than usual. Your changes are not saved yet. Select Save again in a minute.',
};

/** A key that at most one request of one process holds. */
export interface Claim {
  /**
   * Stores the address to which the work of an idempotency key redirected, in the transaction of the work if it is
   * given. Requests that repeat the work within a day are redirected to the same address.
   */
  complete(location: string, db?: Database): Promise<void>;
  /** Says that the request which held the completed claim has ended. */
  end(): void;
  /** Releases the claim, so that another request can take it. Never throws. */
  release(): Promise<void>;
}

/** The owners of the claims that requests of this process hold or wait for. */
const held = new Set<string>();

const isForgettingDue: Readonly<Record<ClaimTable, () => boolean>> = {
  idempotency_key: makeOncePer(FORGET_EVERY_MS),
  record_lock: makeOncePer(FORGET_EVERY_MS),
};

/**
 * Takes the claim of a key. Waits while a running request holds the claim, in this panel or in another panel on the
 * same database. Replaces a claim whose process has ended immediately, whatever the age of the claim. The value is
 * undefined if the request with this key has completed. Fails with a message for the user if the request that holds the
 * claim takes too long.
 */
export async function takeClaim(
  table: ClaimTable,
  key: string,
): Promise<Result<Claim | undefined, string>> {
  const db = await getStore();
  const owner = `${await (await getLockOwner()).name()} ${randomUUID()}`;
  const deadline = performance.now() + LONGEST_MS;
  held.add(owner);
  try {
    if (isForgettingDue[table]()) await forgetOld(table);
    for (;;) {
      // After a power cut, a claim that was lost is the same as one whose process has ended.
      const { numInsertedOrUpdatedRows } = await writeUnsynced((store) =>
        store
          .insertInto(table)
          .values({ key, created_at: Date.now(), owner })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst(),
      );
      if (Number(numInsertedOrUpdatedRows) > 0) return { ok: true, value: makeClaim(table, owner) };
      const holder = await db
        .selectFrom(table)
        .select(['owner', 'created_at'])
        .where('key', '=', key)
        .executeTakeFirst();
      if (!holder) continue;
      if (holder.owner === null) {
        if (isOld(holder)) {
          await forgetOld(table);
          continue;
        }
        held.delete(owner);
        return { ok: true, value: undefined };
      }
      if (!(await isAlive(holder.owner))) await forget(table, key, holder.owner);
      else if (performance.now() < deadline) await wait(WAIT_MS);
      else break;
    }
    await releaseOwned(table, owner);
    return { ok: false, error: busyMessages[table] };
  } catch (error) {
    // If the connection to the database was lost, the claim may have been stored.
    await releaseOwned(table, owner);
    throw error;
  }
}

function makeClaim(table: ClaimTable, owner: string): Claim {
  return {
    async complete(location, db) {
      await (db ?? (await getStore()))
        .updateTable('idempotency_key')
        .set({ location, owner: null })
        .where('owner', '=', owner)
        .execute();
    },
    end: () => void held.delete(owner),
    release: () => releaseOwned(table, owner),
  };
}

/**
 * Returns the address to which the completed work of an idempotency key redirected, or undefined if there is
 * none.
 */
export async function findLocation(key: string): Promise<string | undefined> {
  const completed = await (await getStore())
    .selectFrom('idempotency_key')
    .select('location')
    .where('key', '=', key)
    .executeTakeFirst();
  return completed?.location ?? undefined;
}

/** Deletes the claims of processes that have ended. */
export async function forgetAbandonedClaims(): Promise<void> {
  const db = await getStore();
  for (const table of tables) {
    const open = await db
      .selectFrom(table)
      .select(['key', 'owner'])
      .where('owner', 'is not', null)
      .execute();
    for (const { key, owner } of open)
      if (owner !== null && !(await isAlive(owner))) await forget(table, key, owner);
  }
}

/**
 * Releases a claim. Never throws. If the claim cannot be deleted from a shared database, tries again later,
 * because other panels wait for it.
 */
async function releaseOwned(table: ClaimTable, owner: string): Promise<void> {
  held.delete(owner);
  try {
    await writeUnsynced((store) => store.deleteFrom(table).where('owner', '=', owner).execute());
  } catch (error) {
    log.warn({ error: toErrorText(error) }, 'a lock could not be released yet');
    // A database in the data folder is used by this panel only, and this process knows which claims its own requests
    // hold.
    if (config.DATABASE_URL) setTimeout(() => void releaseOwned(table, owner), RETRY_MS).unref();
  }
}

/**
 * Returns whether the process of a claim's owner is running and, if it is this process, still holds the claim.
 */
async function isAlive(owner: string): Promise<boolean> {
  const { name, isAlive } = await getLockOwner();
  const holder = owner.replace(/ .*/, '');
  return holder === (await name()) ? held.has(owner) : isAlive(holder);
}

async function forget(table: ClaimTable, key: string, owner: string): Promise<void> {
  await (await getStore())
    .deleteFrom(table)
    .where('key', '=', key)
    .where('owner', '=', owner)
    .execute();
}

function isOld({ created_at }: { created_at: number }): boolean {
  return Math.abs(Date.now() - Number(created_at)) > KEEP_MS;
}

/** Deletes claims that are more than a day old, or more than a day in the future because a clock was wrong. */
async function forgetOld(table: ClaimTable): Promise<void> {
  const now = Date.now();
  await (await getStore())
    .deleteFrom(table)
    .where((or) =>
      or.or([or('created_at', '<', now - KEEP_MS), or('created_at', '>', now + KEEP_MS)]),
    )
    .execute();
}
