import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { toErrorText } from 'shared/error-text';
import { config } from '../config.server';
import { log } from '../log.server';
import { lockOwner } from '../store/owner.server';
import { panelStore } from '../store/store.server';
import type { StoreTables } from '../store/store-tables';

const KEEP_MS = 24 * 3_600_000;
const WAIT_MS = 50;
/**
 * The longest time of a save: a read, a write and perhaps a push message, each within the host's time limit.
 */
const LONGEST_MS = 4 * config.API_TIMEOUT_MS;
const RETRY_MS = 5_000;

const stillSaving =
  'This is still being saved, which is taking longer than usual. Please try again in a minute.';

/** Identifies what is claimed. At most one request of one process holds a claim at a time. */
export type ClaimKey = Pick<Insertable<StoreTables['submission']>, 'username' | 'token'>;

/** Either the claim, or the address to which the completed work of an earlier claim redirected. */
export type Claimed = { isMine: true; claim: Claim } | { isMine: false; location: string };

export interface Claim {
  /** Stores the address that the work redirects to, for requests that repeat it within a day. */
  finish(location: string): Promise<void>;
  /** Releases the claim, so that another request can take it. */
  release(): Promise<void>;
}

/** Returns the claims that requests of this process hold or wait for. */
const held = new Set<string>();

/**
 * Takes a claim. Waits while a running request holds it, in this panel or in another one on the same database.
 * Immediately replaces a claim whose process has ended, whatever its time. Throws a 503 response when the
 * holder takes too long.
 */
export async function takeClaim(key: ClaimKey): Promise<Claimed> {
  const db = await panelStore();
  const owner = `${await (await lockOwner()).name()} ${randomUUID()}`;
  const deadline = performance.now() + LONGEST_MS;
  held.add(owner);
  try {
    await forgetOld();
    for (;;) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('submission')
        .values({ ...key, created_at: Date.now(), location: null, owner })
        .onConflict((conflict) => conflict.columns(['username', 'token']).doNothing())
        .executeTakeFirst();
      if (Number(numInsertedOrUpdatedRows) > 0) return { isMine: true, claim: buildClaim(owner) };
      const holder = await db
        .selectFrom('submission')
        .select(['location', 'owner'])
        .where('username', '=', key.username)
        .where('token', '=', key.token)
        .executeTakeFirst();
      if (holder?.location) {
        held.delete(owner);
        return { isMine: false, location: holder.location };
      }
      if (!holder) continue;
      if (!(await isAlive(holder.owner))) await forget(key, holder.owner);
      else if (performance.now() < deadline) await wait(WAIT_MS);
      else throw new Response(stillSaving, { status: 503, headers: { 'Retry-After': '60' } });
    }
  } catch (error) {
    // After the database was lost, it may be unknown whether the claim was stored.
    await releaseOwned(owner);
    throw error;
  }
}

/** Deletes the claims of processes that have ended. */
export async function forgetAbandonedClaims(): Promise<void> {
  const db = await panelStore();
  const open = await db
    .selectFrom('submission')
    .select(['username', 'token', 'owner'])
    .where('location', 'is', null)
    .execute();
  for (const { owner, ...key } of open) if (!(await isAlive(owner))) await forget(key, owner);
}

function buildClaim(owner: string): Claim {
  return {
    async finish(location) {
      await (await panelStore())
        .updateTable('submission')
        .set({ location })
        .where('owner', '=', owner)
        .execute();
      held.delete(owner);
    },
    release: () => releaseOwned(owner),
  };
}

/** Releases the claim without ever throwing. Until it is deleted, other panels on the database wait for it. */
async function releaseOwned(owner: string): Promise<void> {
  held.delete(owner);
  try {
    await (await panelStore())
      .deleteFrom('submission')
      .where('owner', '=', owner)
      .where('location', 'is', null)
      .execute();
  } catch (error) {
    log.warn({ error: toErrorText(error) }, 'a lock could not be released yet');
    // A data folder has no other panels, and this process knows what its own requests hold.
    if (config.DATABASE_URL) setTimeout(() => void releaseOwned(owner), RETRY_MS).unref();
  }
}

/** Returns whether the owner is running. Claims without an owner, of earlier versions, belong to ended processes. */
async function isAlive(owner: string | null): Promise<boolean> {
  const { name, isAlive } = await lockOwner();
  const holder = owner?.split(' ')[0] ?? '';
  if (holder === (await name())) return held.has(owner ?? '');
  return holder !== '' && isAlive(holder);
}

async function forget(key: ClaimKey, owner: string | null): Promise<void> {
  await (await panelStore())
    .deleteFrom('submission')
    .where('username', '=', key.username)
    .where('token', '=', key.token)
    .where('owner', owner === null ? 'is' : '=', owner)
    .where('location', 'is', null)
    .execute();
}

/** Deletes claims that are more than a day old, or more than a day in the future because a clock was wrong. */
async function forgetOld(): Promise<void> {
  const now = Date.now();
  await (await panelStore())
    .deleteFrom('submission')
    .where((or) =>
      or.or([or('created_at', '<', now - KEEP_MS), or('created_at', '>', now + KEEP_MS)]),
    )
    .execute();
}
