import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { StudyTables } from 'backend/db/study-tables';
import { type Kysely, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import type { Person } from 'shared/erasure/person';
import { listWordGroups } from 'shared/erasure/words';
import type { RootKey } from 'shared/keys/key-ring';
import { getPanelKeys } from '../server/keys.server';
import { type Mentions, mentionRecord, mentionWord } from './mentions.server';

const ANY = sql<boolean>`1 = 1`;
/**
 * The encrypted items, with the expression that identifies an item of a table, and the condition of its items. Jobs
 * that the panel runs by itself are none: erasures that are not completed must be completed too, and mails name no
 * participant.
 */
const itemTables = [
  { kind: 'draft', table: 'kept_form', id: sql<string>`username || ' ' || path_hash`, isItem: ANY },
  { kind: 'job', table: 'job', id: sql<string>`token`, isItem: sql<boolean>`due_at is null` },
] as const;
type ItemKind = (typeof itemTables)[number]['kind'];

/** The person and the records that are erased. */
interface Erased {
  person: Person;
  records: readonly { entity: string; recordId: string }[];
}

/** The number of characters of a digest: 66 bits. */
const LENGTH = 11;
/** The number of digests that are computed before yielding to the event loop. */
const PART = 1_000;
/** The number of items whose digests are read together. */
const ITEMS = 5;

/**
 * Computes the keyed digests of what an item mentions, as `storeDigests` expects them. Returns undefined if the item
 * has too many mentions. Yields to the event loop.
 */
export async function computeMentionDigests({ all }: Mentions): Promise<string | undefined> {
  if (!all) return undefined;
  const { current } = getPanelKeys().ring;
  const digests: string[] = [];
  for (const mention of all) {
    digests.push(computeMentionDigest(current, mention));
    if (digests.length % PART === 0) await setImmediate();
  }
  // In an order that does not depend on the text.
  return digests.sort().join('');
}

/**
 * Stores the digests of an item in place of earlier ones. The next erasure deletes an item without digests. Also
 * deletes the digests of items of this kind that no longer exist.
 */
export async function storeDigests(
  db: Kysely<StudyTables>,
  kind: ItemKind,
  item: string,
  digests: string | undefined,
): Promise<void> {
  await deleteDigests(db, kind, item);
  await deleteOrphans(db, kind);
  const key = getPanelKeys().ring.current.id;
  if (digests !== undefined)
    await db.insertInto('item_digest').values({ kind, item, key, digests }).execute();
}

/** Adds digests to those of an item, before something is added to the item. */
export async function addDigests(
  db: Kysely<StudyTables>,
  kind: ItemKind,
  item: string,
  digests: string | undefined,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('item_digest')
    .set({ digests: sql<string>`digests || ${digests ?? ''}` })
    .where('kind', '=', kind)
    .where('item', '=', item)
    .where('key', '=', getPanelKeys().ring.current.id)
    .executeTakeFirst();
  // A row has digests of one key only.
  if (digests === undefined || numUpdatedRows === 0n) await deleteDigests(db, kind, item);
}

/**
 * Deletes the items that mention a person or one of the records, those without digests, and those whose digests were
 * computed with a key that is no longer there.
 */
export async function deleteItems(db: Kysely<StudyTables>, erased: Erased): Promise<void> {
  // Other panels store no digests until the erasure is committed.
  await getDialect(db).lockTable(db, 'item_digest');
  const checks = new Map(getPanelKeys().ring.all.map((key) => [key.id, makeCheck(key, erased)]));
  for (const { kind, table, id, isItem } of itemTables) {
    const known = db.selectFrom('item_digest').where('kind', '=', kind);
    const unknown = db.deleteFrom(table).where(isItem).where(id, 'not in', known.select('item'));
    // First, because digests that are stored meanwhile may be those of an item that the loop has passed.
    await unknown.execute();
    for (let last = ''; ; ) {
      const rows = await known
        .selectAll()
        .where('item', '>', last)
        .orderBy('item')
        .limit(ITEMS)
        .execute();
      for (const { item, key, digests } of rows) {
        last = item;
        const mentionsErased = checks.get(key);
        if (!mentionsErased || mentionsErased(digests)) await deleteDigests(db, kind, item);
      }
      if (rows.length < ITEMS) break;
      await setImmediate();
    }
    await unknown.execute();
    await deleteOrphans(db, kind);
  }
}

/** Returns a function that says whether an item with these digests mentions what is erased. */
function makeCheck(key: RootKey, { person, records }: Erased): (digests: string) => boolean {
  const groups = [
    ...listWordGroups(person).map((words) => words.map(mentionWord)),
    ...records.map(({ entity, recordId }) => [mentionRecord(entity, recordId)]),
  ].map((mentions) => mentions.map((mention) => computeMentionDigest(key, mention)));
  return (digests) => {
    const own = new Set<string>();
    for (let at = 0; at < digests.length; at += LENGTH) own.add(digests.slice(at, at + LENGTH));
    return groups.some((group) => group.every((digest) => own.has(digest)));
  };
}

function computeMentionDigest(key: RootKey, mention: string): string {
  return createHmac('sha256', key.derive('erasure', 'item'))
    .update(mention)
    .digest('base64url')
    .slice(0, LENGTH);
}

/**
 * Deletes the digests of an item, so that the next erasure deletes the item. Called before content with unknown mentions
 * is added.
 */
export async function deleteDigests(
  db: Kysely<StudyTables>,
  kind: ItemKind,
  item: string,
): Promise<void> {
  await db.deleteFrom('item_digest').where('kind', '=', kind).where('item', '=', item).execute();
}

async function deleteOrphans(db: Kysely<StudyTables>, wanted: string): Promise<void> {
  for (const { kind, table, id } of itemTables.filter((one) => one.kind === wanted))
    await db
      .deleteFrom('item_digest')
      .where('kind', '=', kind)
      .where('item', 'not in', db.selectFrom(table).select(id.as('id')))
      .execute();
}
