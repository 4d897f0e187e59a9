import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import { type StoredCard, storedCardSchema } from './stored-card';

const { seal, unseal } = makeSealer('overview');

const LEASE = 'lease';
/** The time in milliseconds after which a lease expires, in case its process ended before it released the lease. */
const LEASE_MS = 10 * 60_000;

/** Returns the stored figures of all cards by their names. */
export async function readStoredCards(): Promise<Map<string, StoredCard>> {
  const db = await getStore();
  const rows = await db.selectFrom('overview').selectAll().where('name', '!=', LEASE).execute();
  return new Map(
    rows.flatMap(({ name, content }): [string, StoredCard][] => {
      const text = unseal(content, [name])?.toString('utf8');
      const card = text && storedCardSchema.safeParse(JSON.parse(text)).data;
      return card ? [[name, card]] : [];
    }),
  );
}

/** Stores the figures of a card. */
export async function storeCard(name: string, card: StoredCard): Promise<void> {
  const db = await getStore();
  const stored = { content: seal(JSON.stringify(card), [name]), at: Date.now() };
  await db
    .insertInto('overview')
    .values({ name, ...stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
    .execute();
}

/**
 * Takes the lease, so that only one process computes the figures. Returns false if another process computes them, or
 * has done so a short time ago.
 */
export async function takeLease(): Promise<boolean> {
  const db = await getStore();
  const now = Date.now();
  await db
    .insertInto('overview')
    .values({ name: LEASE, content: '', at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('overview')
    .set({ at: now + LEASE_MS })
    .where('name', '=', LEASE)
    // A time far in the future was set by a wrong clock.
    .where((or) => or.or([or('at', '<=', now), or('at', '>', now + 24 * 3_600_000 + LEASE_MS)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the lease. No process computes the figures again before `until`, in milliseconds since the epoch. */
export async function endLease(until: number): Promise<void> {
  const db = await getStore();
  await db.updateTable('overview').set({ at: until }).where('name', '=', LEASE).execute();
}
