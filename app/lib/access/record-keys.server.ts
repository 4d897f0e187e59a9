import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getPanelKeys } from '../server/keys.server';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import type { Ref } from './ranges';
import type { ShownRecord } from './shown-records';

const MAX_CACHED = 20_000;
/** The number of keys in one query. */
const PART = 500;
/** The characters of a digest: 132 bits. */
const DIGEST_LENGTH = 22;

const sealer = makeSealer('access record');
const known = new LRUCache<string, Ref>({ max: MAX_CACHED });
let knownOn = '';

/** Matches keys that are stored as they are. A longer number does not fit into the database's integers. */
const PLAIN = /^[1-9]\d{0,8}$/;

/**
 * Returns the refs of records, in their order. Keys that identify people, and keys that are not plain numbers, get an
 * entry in `access_key` when they are shown for the first time: the entry holds a keyed digest, by which it is found,
 * and the key in encrypted form. Each entry has the day on which its record was last shown, so that old entries can be
 * deleted.
 */
export async function findRefs(records: readonly ShownRecord[], today: string): Promise<Ref[]> {
  // Each day, the first look-up of a record updates the day in its entry.
  if (knownOn !== today) known.clear();
  knownOn = today;
  const missing = new Map<string, ShownRecord>();
  for (const record of records)
    if (!isPlain(record) && !known.has(writeName(record))) missing.set(writeName(record), record);
  const found = new Map<string, Ref>();
  const all = [...missing.values()];
  for (let start = 0; start < all.length; start += PART)
    for (const [name, ref] of await enter(all.slice(start, start + PART), today)) {
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

/** Returns the name of a record in addresses: its key if that is a plain number, or else its digest. */
export function getAddressName(record: ShownRecord): string {
  return isPlain(record) ? record.key : `~${digest(writeName(record))}`;
}

/** Returns whether a text has the format of a record's name in addresses. `isSecret` is as in ShownRecord. */
export function isAddressName(name: string, isSecret: boolean): boolean {
  if (!name.startsWith('~')) return !isSecret && PLAIN.test(name);
  return name.length === DIGEST_LENGTH + 1 && /^~[\w-]+$/.test(name);
}

/** Returns the ref for a record's name in addresses, or undefined if the record has not been shown. */
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

function isPlain({ key, isSecret }: ShownRecord): boolean {
  return !isSecret && PLAIN.test(key);
}

function writeName({ entity, key }: ShownRecord): string {
  return `${entity}\n${key}`;
}

function digest(name: string, key = digestKeys()[0]): string {
  return createHmac('sha256', key ?? '')
    .update(name)
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

let derived: Buffer[] | undefined;

/** Returns the keys of digests, the current one first. */
function digestKeys(): Buffer[] {
  derived ??= getPanelKeys().ring.all.map((key) => key.derive('access record'));
  return derived;
}

/** Finds or adds the entries of records. Replaces a digest that was made with an earlier panel key. */
async function enter(
  records: readonly ShownRecord[],
  seen_on: string,
): Promise<(readonly [string, Ref])[]> {
  const db = await getStore();
  const names = new Map<string, { record: ShownRecord; digests: string[] }>();
  for (const record of records) {
    const name = writeName(record);
    names.set(name, { record, digests: digestKeys().map((key) => digest(name, key)) });
  }
  const read = async () => {
    const wanted = [...names.values()].flatMap(({ digests }) => digests);
    const rows = await db
      .selectFrom('access_key')
      .selectAll()
      .where('digest', 'in', wanted)
      .execute();
    return new Map(rows.map((row) => [row.digest, row]));
  };
  const present = await read();
  const values: { digest: string; sealed: string; seen_on: string }[] = [];
  const stale: number[] = [];
  for (const { record, digests } of names.values()) {
    const [current = '', ...earlier] = digests;
    const entry = present.get(current);
    const renamed = earlier.map((old) => present.get(old)).find((row) => row !== undefined);
    // Not set back: while the clock is behind, the day would be before the other accesses of the record.
    if (entry && entry.seen_on < seen_on) stale.push(entry.key_id);
    if (entry) continue;
    const sealed = sealer.seal(record.key, [record.entity]);
    if (!renamed) values.push({ digest: current, sealed, seen_on });
    else {
      const seen = renamed.seen_on < seen_on ? seen_on : renamed.seen_on;
      await db
        .updateTable('access_key')
        .set({ digest: current, sealed, seen_on: seen })
        .where('key_id', '=', renamed.key_id)
        .execute();
    }
  }
  if (stale.length > 0)
    await db.updateTable('access_key').set({ seen_on }).where('key_id', 'in', stale).execute();
  if (values.length > 0)
    await db
      .insertInto('access_key')
      .values(values)
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .execute();
  const now =
    values.length > 0 || [...names.values()].some(({ digests }) => digests.length > 1)
      ? await read()
      : present;
  return [...names].flatMap(
    ([
      name,
      {
        digests: [current = ''],
      },
    ]) => {
      const entry = now.get(current);
      return entry ? [[name, -entry.key_id] as const] : [];
    },
  );
}

/** An entry of `access_key`. `key` is undefined if the panel key for it is missing. */
export interface RevealedKey {
  digest: string;
  key: string | undefined;
}

/** Returns the entries of the refs that have one. An entry is deleted when nobody has seen its record for long. */
export async function revealKeys(
  records: readonly { entity: string; ref: Ref }[],
): Promise<Map<Ref, RevealedKey>> {
  const entities = new Map(
    records.filter(({ ref }) => ref < 0).map(({ entity, ref }) => [-ref, entity]),
  );
  if (entities.size === 0) return new Map();
  const db = await getStore();
  const entries = await db
    .selectFrom('access_key')
    .select(['key_id', 'digest', 'sealed'])
    .where('key_id', 'in', [...entities.keys()])
    .execute();
  return new Map(
    entries.map(({ key_id, digest, sealed }) => {
      const key = sealer.unseal(sealed, [entities.get(key_id) ?? ''])?.toString('utf8');
      return [-key_id, { digest, key }];
    }),
  );
}
