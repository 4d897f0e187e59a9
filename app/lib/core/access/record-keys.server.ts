import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { getStore } from '../server/store.server';
import { computeKeyDigest, DIGEST_LENGTH, deleteEntries, enterRecords } from './key-entries.server';
import type { Ref } from './ranges';
import type { ShownRecord } from './shown-records';

const MAX_CACHED = 20_000;
/** The number of keys in one query. */
const PART = 500;

const known = new LRUCache<string, Ref>({ max: MAX_CACHED });
let knownOn = '';

/** Matches keys that can be stored as they are. A longer number may not fit into the database's integers. */
const PLAIN = /^[1-9]\d{0,8}$/;

/**
 * Returns the refs of records, in the order of `records`. A record whose key identifies a person, or is not a plain
 * number, gets an entry in `access_key` when it is shown for the first time. The entry holds a keyed digest, by which
 * it is found, and the encrypted key. It also holds the day on which the record was last shown, so that old entries can
 * be deleted.
 */
export async function findRefs(records: readonly ShownRecord[], today: string): Promise<Ref[]> {
  // The cache is emptied each day, so that the first look-up of a record updates the day in its entry.
  if (knownOn !== today) known.clear();
  knownOn = today;
  const missing = new Map<string, ShownRecord>();
  for (const record of records)
    if (!isPlain(record) && !known.has(writeName(record))) missing.set(writeName(record), record);
  const found = new Map<string, Ref>();
  const all = [...missing];
  for (let start = 0; start < all.length; start += PART)
    for (const [name, ref] of await enterRecords(all.slice(start, start + PART), today)) {
      found.set(name, ref);
      known.set(name, ref);
    }
  return records.map((record) => {
    if (isPlain(record)) return Number(record.key);
    const name = writeName(record);
    const ref = found.get(name) ?? known.get(name);
    if (ref === undefined) throw new Error('a record of the access log has no number');
    return ref;
  });
}

/**
 * Returns the name of a record in addresses: its key if that is a plain number which identifies nobody, or else `~` and
 * the digest of its entity and key.
 */
export function getAddressName(record: ShownRecord): string {
  return isPlain(record) ? record.key : `~${computeKeyDigest(writeName(record))}`;
}

/** Returns whether a text has the format that `getAddressName` returns. `isSecret` is as in ShownRecord. */
export function isAddressName(name: string, isSecret: boolean): boolean {
  if (!name.startsWith('~')) return !isSecret && PLAIN.test(name);
  return name.length === DIGEST_LENGTH + 1 && /^~[\w-]+$/.test(name);
}

/**
 * Returns the ref for a name from `getAddressName`. Returns undefined if the name is a digest without an entry, because
 * the record has not been shown.
 */
export async function findRefByAddressName(name: string): Promise<Ref | undefined> {
  if (PLAIN.test(name)) return Number(name);
  if (!name.startsWith('~')) return undefined;
  const db = await getStore();
  const entry = await db
    .selectFrom('access_key')
    .select('key_id')
    .where('digest', '=', name.slice(1))
    .executeTakeFirst();
  return entry && -entry.key_id;
}

/**
 * Deletes what links the refs of records to their keys. The accesses remain, but nobody can find out any more which
 * of these records they have shown.
 */
export async function forgetKeys(
  db: Kysely<StudyTables>,
  records: readonly { entity: string; key: string }[],
): Promise<void> {
  const names = records.map(({ entity, key }) => writeName({ entity, key }));
  await deleteEntries(db, names);
  for (const name of names) known.delete(name);
}

function isPlain({ key, isSecret }: ShownRecord): boolean {
  return !isSecret && PLAIN.test(key);
}

function writeName({ entity, key }: Pick<ShownRecord, 'entity' | 'key'>): string {
  return `${entity}\n${key}`;
}
