import { createHmac } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely, Selectable } from 'kysely';
import { getPanelKeys } from '../server/keys.server';
import { makeSealer } from '../server/seal.server';
import { getStore } from '../server/store.server';
import type { Ref } from './ranges';
import type { ShownRecord } from './shown-records';

/** The number of characters of a digest, which hold 132 bits. */
export const DIGEST_LENGTH = 22;

/** The number of digests in one statement. */
const PART = 500;

const sealer = makeSealer('access record');

/** Computes the digest by which the entry of a record is found. `name` consists of the record's entity and key. */
export function computeKeyDigest(name: string, key = deriveDigestKeys()[0]): string {
  return createHmac('sha256', key ?? '')
    .update(name)
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

let derived: Buffer[] | undefined;

/** Derives a key for digests from each panel key. The first one is derived from the current panel key. */
function deriveDigestKeys(): Buffer[] {
  derived ??= getPanelKeys().ring.all.map((key) => key.derive('access record'));
  return derived;
}

/** A record with the digests of its name by the keys of all panel keys. The first digest is the current one. */
interface DigestedRecord {
  record: ShownRecord;
  name: string;
  digests: readonly string[];
}

/**
 * Finds or adds the entries of records, and returns each record's name with its ref. `seenOn` is the day on which the
 * records were shown. Replaces digests that were made with an earlier panel key.
 */
export async function enterRecords(
  records: readonly (readonly [name: string, ShownRecord])[],
  seenOn: string,
): Promise<(readonly [string, Ref])[]> {
  const digested = records.map(([name, record]) => ({
    record,
    name,
    digests: deriveDigestKeys().map((key) => computeKeyDigest(name, key)),
  }));
  const present = await readEntries(digested);
  await updateEntries(digested, present, seenOn);
  const isChanged = digested.some(
    ({ digests: [current = '', ...earlier] }) => earlier.length > 0 || !present.has(current),
  );
  const now = isChanged ? await readEntries(digested) : present;
  return digested.flatMap(({ name, digests: [current = ''] }) => {
    const entry = now.get(current);
    return entry ? [[name, -entry.key_id] as const] : [];
  });
}

/** Returns the stored entries of records by their digests. */
async function readEntries(
  records: readonly DigestedRecord[],
): Promise<Map<string, Selectable<StudyTables['access_key']>>> {
  const rows = await (await getStore())
    .selectFrom('access_key')
    .selectAll()
    .where(
      'digest',
      'in',
      records.flatMap(({ digests }) => digests),
    )
    .execute();
  return new Map(rows.map((row) => [row.digest, row]));
}

/** Adds the missing entries of records, and brings the day and the digest of the present ones up to date. */
async function updateEntries(
  records: readonly DigestedRecord[],
  present: Awaited<ReturnType<typeof readEntries>>,
  seen_on: string,
): Promise<void> {
  const db = await getStore();
  const added: { digest: string; sealed: string; seen_on: string }[] = [];
  const stale: number[] = [];
  for (const { record, digests } of records) {
    const [current = '', ...earlier] = digests;
    const entry = present.get(current);
    const renamed = earlier.map((old) => present.get(old)).find((row) => row !== undefined);
    // The day only moves forward. If the clock is slow, the present day may be earlier than the record's last access.
    if (entry && entry.seen_on < seen_on) stale.push(entry.key_id);
    if (entry) continue;
    const sealed = sealer.seal(record.key, [record.entity]);
    if (!renamed) added.push({ digest: current, sealed, seen_on });
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
  if (added.length > 0)
    await db
      .insertInto('access_key')
      .values(added)
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .execute();
}

/**
 * Deletes the entries of records, so that nobody can find out any more which records the accesses with their refs
 * have shown. Each name consists of the record's entity and key.
 */
export async function deleteEntries(
  db: Kysely<StudyTables>,
  names: readonly string[],
): Promise<void> {
  const digests = names.flatMap((name) =>
    deriveDigestKeys().map((key) => computeKeyDigest(name, key)),
  );
  for (let start = 0; start < digests.length; start += PART)
    await db
      .deleteFrom('access_key')
      .where('digest', 'in', digests.slice(start, start + PART))
      .execute();
}

/** An entry of `access_key`. `key` is undefined if the panel key for it is missing. */
export interface RevealedKey {
  digest: string;
  key: string | undefined;
}

/**
 * Returns the stored entries of records, by ref. A record has no entry if its ref is its key, or if the entry was
 * deleted because nobody had seen the record for ACCESS_LOG_DAYS.
 */
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
