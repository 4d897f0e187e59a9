import { createHmac, randomBytes } from 'node:crypto';
import type { RootKey } from 'shared/keys/key-ring';
import { getPanelKeys } from '../server/keys.server';
import { getLatestMoment } from '../server/present';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { tryToStore } from '../server/unwritable.server';

/** The time in milliseconds for which a view without a name is stored after its last use: 90 days. */
const KEEP_MS = 90 * 86_400_000;
/**
 * The maximum number of views without a name that a user has. A further view replaces the one that has been unused for
 * longest.
 */
const MAX_VIEWS = 1_000;
/**
 * The minimum time in milliseconds between two updates of `used_at`. It is short, so that a new view does not replace a
 * view that is in use.
 */
const USED_EVERY_MS = 60_000;
export const ID_BYTES = 16;
const ID = /^[\w-]{22}$/;

const { seal, unseal } = makeSealer('views');

/**
 * Stores the filters of a list that must not stand in addresses, and returns the id of this view. `filters` is the
 * query of an address. The same filters of the same list have one view for each owner, so that reloading adds none.
 */
export async function storeView(owner: string, list: string, filters: string): Promise<string> {
  const db = await getStore();
  const digest = computeViewDigest(owner, list, filters);
  const used_at = Date.now();
  const id = randomBytes(ID_BYTES).toString('base64url');
  const { id: stored } = await db
    .insertInto('saved_view')
    .values({
      id,
      owner,
      digest,
      content: seal(filters, [owner, list]),
      used_at,
      name: null,
      list_digest: null,
    })
    .onConflict((conflict) => conflict.columns(['owner', 'digest']).doUpdateSet({ used_at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  if (stored === id) await deleteOldViews(owner);
  return stored;
}

/** A stored view as its list opens it. */
export interface FoundView {
  /** The filters or, for a view with a name, the whole state of the list, as the query of an address. */
  query: string;
  isNamed: boolean;
  isShared: boolean;
}

/**
 * Returns a view of a list: one of the owner, or one for everybody. Returns undefined if there is no such view, if it
 * belongs to another user or another list, or if it has no name and has not been used for 90 days.
 */
export async function findView(
  owner: string,
  list: string,
  id: string,
): Promise<FoundView | undefined> {
  if (!ID.test(id)) return undefined;
  const db = await getStore();
  const now = Date.now();
  const shared = computeSharedDigests(list);
  const row = await db
    .selectFrom('saved_view')
    .select(['owner', 'content', 'used_at', 'name', 'list_digest'])
    .where('id', '=', id)
    .where((or) => or.or([or('owner', '=', owner), or('list_digest', 'in', shared)]))
    .where((or) =>
      or.or([
        or('name', 'is not', null),
        or.and([or('used_at', '>=', now - KEEP_MS), or('used_at', '<=', getLatestMoment(now))]),
      ]),
    )
    .executeTakeFirst();
  const query = row && unseal(row.content, [row.owner, list])?.toString('utf8');
  if (!row || query === undefined) return undefined;
  if (Number(row.used_at) < now - USED_EVERY_MS)
    await tryToStore(() =>
      db.updateTable('saved_view').set({ used_at: now }).where('id', '=', id).execute(),
    );
  return { query, isNamed: row.name !== null, isShared: shared.includes(row.list_digest ?? '') };
}

async function deleteOldViews(owner: string): Promise<void> {
  const db = await getStore();
  const now = Date.now();
  const newest = db
    .selectFrom('saved_view')
    .select('id')
    .where('owner', '=', owner)
    .where('name', 'is', null)
    .orderBy('used_at', 'desc')
    .limit(MAX_VIEWS);
  await db
    .deleteFrom('saved_view')
    .where('name', 'is', null)
    .where((or) =>
      or.or([
        or('used_at', '<', now - KEEP_MS),
        or('used_at', '>', getLatestMoment(now)),
        or.and([or('owner', '=', owner), or('id', 'not in', newest)]),
      ]),
    )
    .execute();
}

/** Takes the place of the owner in the digest of a list with views for everybody. No user has this key. */
const EVERYBODY = '';

/** Returns the digest that identifies the views for everybody of a list. */
export function computeSharedDigest(list: string): string {
  return computeViewDigest(EVERYBODY, list);
}

/** Returns the digests of `computeSharedDigest` with the current key and with the earlier keys. */
export function computeSharedDigests(list: string): string[] {
  return computeViewDigests(EVERYBODY, list);
}

/** Returns a keyed digest of the parts. Without the key, anybody could find a phone number by computing all digests. */
export function computeViewDigest(...parts: string[]): string {
  return computeDigest(getPanelKeys().ring.current, parts);
}

/** Returns the digests of the parts with the current key and with the earlier keys. */
export function computeViewDigests(...parts: string[]): string[] {
  return getPanelKeys().ring.all.map((key) => computeDigest(key, parts));
}

function computeDigest(key: RootKey, parts: readonly string[]): string {
  return createHmac('sha256', key.derive('view digest'))
    .update(JSON.stringify(parts))
    .digest('base64url');
}
