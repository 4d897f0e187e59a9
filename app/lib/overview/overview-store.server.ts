import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import { makeSealer } from '../core/server/seal.server';
import { getStore } from '../core/server/store.server';
import { type StoredCard, storedCardSchema } from './stored-card';

const { seal, unseal } = makeSealer('overview');

/**
 * The names of the leases, with the time in milliseconds after which each expires, in case its process ended before it
 * released the lease: one to compute the cards, and one to count messages, which takes longer.
 */
const leases = { lease: 10 * 60_000, 'message lease': 60 * 60_000 };

type Lease = keyof typeof leases;

/** The longest time in milliseconds between two computations. */
const LONGEST_MS = 24 * 3_600_000;

/** Returns the stored figures of all cards by their names. */
export async function readStoredCards(db?: Kysely<StudyTables>): Promise<Map<string, StoredCard>> {
  const names = Object.keys(leases);
  const store = db ?? (await getStore());
  const stored = store.selectFrom('overview').selectAll().where('name', 'not in', names);
  const rows = await stored.execute();
  return new Map(
    rows.flatMap(({ name, content }): [string, StoredCard][] => {
      const text = unseal(content, [name])?.toString('utf8');
      const card = text && storedCardSchema.safeParse(JSON.parse(text)).data;
      return card ? [[name, card]] : [];
    }),
  );
}

/** Stores the figures of a card. */
export async function storeCard(
  name: string,
  card: StoredCard,
  db?: Kysely<StudyTables>,
): Promise<void> {
  const store = db ?? (await getStore());
  const stored = { content: seal(JSON.stringify(card), [name]), at: Date.now() };
  await store
    .insertInto('overview')
    .values({ name, ...stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
    .execute();
}

/**
 * Marks all stored figures as outdated, so that the next page computes them again. They stay, because they are numbers
 * only. Deletes what may name a person: the reasons of hosts, and what cannot be read.
 */
export async function markCardsOutdated(db: Kysely<StudyTables>): Promise<void> {
  const cards = await readStoredCards(db);
  await db.deleteFrom('overview').where('name', 'not in', Object.keys(leases)).execute();
  for (const [name, { problem: _, ...card }] of cards)
    await storeCard(name, { ...card, isOutdated: true }, db);
  // A computation that is running now sets the lease again when it ends.
  await db.updateTable('overview').set({ at: 0 }).where('name', '=', 'lease').execute();
}

/**
 * Takes a lease, so that only one process computes the figures. Returns false if another process computes them, or
 * has done so a short time ago.
 */
export async function takeLease(name: Lease = 'lease'): Promise<boolean> {
  const db = await getStore();
  const now = Date.now();
  const end = now + leases[name];
  await db
    .insertInto('overview')
    .values({ name, content: '', at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('overview')
    .set({ at: end })
    .where('name', '=', name)
    // A time far in the future was set by a wrong clock.
    .where((or) => or.or([or('at', '<=', now), or('at', '>', end + LONGEST_MS)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a lease. No process computes the figures again before `until`, in milliseconds since the epoch. */
export async function endLease(until: number, name: Lease = 'lease'): Promise<void> {
  const db = await getStore();
  await db.updateTable('overview').set({ at: until }).where('name', '=', name).execute();
}
