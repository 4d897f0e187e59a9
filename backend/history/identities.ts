import type { Kysely } from 'kysely';
import { splitValues } from 'shared/db/split-values';
import type { KeyRing } from 'shared/keys/key-ring';
import { takeRandomBytes } from 'shared/random-bytes';
import type { StudyTables } from '../db/study-tables';
import type { RecordName } from './change';
import { findFreePlace, nameEarlier, parseEarlier } from './earlier-id';
import { isSameRecord, mergeMarks, type RecordMark } from './record-mark';
import {
  computeRecordDigest,
  type Identity,
  KEY_BYTES,
  makeIdentity,
  openIdentity,
  sealIdentity,
} from './sealed-identity';

/** The study's database with the keys of the history. */
export interface HistoryStore {
  db: Kysely<StudyTables>;
  ring: KeyRing;
}

/**
 * Returns the identity of a record, or undefined if the record has no history or if the panel key that encrypted it is
 * not available.
 */
export async function findIdentity(
  { db, ring }: HistoryStore,
  name: RecordName,
): Promise<Identity | undefined> {
  const row = await db
    .selectFrom('record_identity')
    .selectAll()
    .where('entity', '=', name.entity)
    .where(
      'digest',
      'in',
      ring.all.map((key) => computeRecordDigest(key, name)),
    )
    .executeTakeFirst();
  return row && openIdentity(row, ring);
}

/**
 * Returns the identities of those of the records that have a history, once each. Leaves out those that the available panel
 * keys do not decrypt. Reads the identities of each entity together.
 */
export async function findIdentities(
  { db, ring }: HistoryStore,
  names: readonly RecordName[],
): Promise<Identity[]> {
  const found = new Map<string, Identity>();
  for (const entity of new Set(names.map((name) => name.entity))) {
    const digests = names
      .filter((name) => name.entity === entity)
      .flatMap((name) => ring.all.map((key) => computeRecordDigest(key, name)));
    for (const part of splitValues(digests)) {
      const rows = await db
        .selectFrom('record_identity')
        .selectAll()
        .where('entity', '=', entity)
        .where('digest', 'in', part)
        .execute();
      for (const row of rows) {
        const identity = openIdentity(row, ring);
        if (identity) found.set(identity.id, identity);
      }
    }
  }
  return [...found.values()];
}

/** Returns the identities with these ids by their ids, without those that cannot be decrypted. */
export async function readIdentities(
  { db, ring }: HistoryStore,
  ids: readonly string[],
): Promise<Map<string, Identity>> {
  const found = new Map<string, Identity>();
  for (const part of splitValues(ids)) {
    const rows = await db
      .selectFrom('record_identity')
      .selectAll()
      .where('id', 'in', part)
      .execute();
    for (const row of rows) {
      const identity = openIdentity(row, ring);
      if (identity) found.set(row.id, identity);
    }
  }
  return found;
}

/** Returns the identity with this id, or undefined if there is none or if it cannot be decrypted. */
export async function readIdentity(
  { db, ring }: HistoryStore,
  id: string,
): Promise<Identity | undefined> {
  const row = await db
    .selectFrom('record_identity')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && openIdentity(row, ring);
}

/** A record and its change. Without `recordId`, it is a record whose addition has an unknown outcome. */
interface ObtainedRecord {
  entity: string;
  recordId?: string;
  action: string;
  mark?: RecordMark;
}

/**
 * Returns the identity of a record, and creates it if the record has none, or if the record with this id was another
 * one. Expects that the head of the history is locked.
 */
export async function obtainIdentity(
  store: HistoryStore,
  { entity, recordId, action, mark }: ObtainedRecord,
): Promise<Identity> {
  const { db, ring } = store;
  const known =
    recordId === undefined
      ? undefined
      : await matchIdentity(store, { entity, recordId }, mark, action === 'Add');
  if (known) return known;
  const identity = { ...makeIdentity(entity, recordId ?? ''), mark };
  const row = sealIdentity(identity, ring.current, recordId !== undefined);
  await db.insertInto('record_identity').values(row).execute();
  return identity;
}

/** Returns the name of the record that had the id of the host before this one, or undefined if the history knows none. */
export async function findEarlierId(
  store: HistoryStore,
  { entity, recordId }: RecordName,
): Promise<string | undefined> {
  const { id, place } = parseEarlier(recordId) ?? { id: recordId, place: undefined };
  const before = (place ?? (await findFree(store, { entity, recordId }))) - 1;
  return before < 1 ? undefined : nameEarlier(id, before);
}

/**
 * Returns the identity of a record, and adds the mark to it. If it is that of an earlier record, because the marks differ
 * or because the record was deleted and is added now, gives it the name of an earlier record. Then returns undefined, or
 * the identity of an earlier record that has this mark, which gets the id back. Without a mark, only finds the identity.
 * Expects that the head of the history is locked.
 */
export async function matchIdentity(
  store: HistoryStore,
  name: RecordName,
  mark: RecordMark | undefined,
  isAdded = false,
): Promise<Identity | undefined> {
  const known = await findIdentity(store, name);
  if (!known || mark === undefined) return known;
  const isNew = isAdded && (await readLastAction(store, known)) === 'Delete';
  if (!isNew && isSameRecord(known.mark ?? {}, mark) !== false)
    return updateIdentity(store, { ...known, mark: mergeMarks(known.mark, mark) });
  const free = await findFree(store, name);
  await updateIdentity(store, { ...known, recordId: nameEarlier(name.recordId, free) });
  if (isNew) return undefined;
  for (let place = free - 1; place > 0; place -= 1) {
    const recordId = nameEarlier(name.recordId, place);
    const earlier = await findIdentity(store, { ...name, recordId });
    if (earlier && isSameRecord(earlier.mark ?? {}, mark))
      return updateIdentity(store, { ...earlier, recordId: name.recordId });
  }
  return undefined;
}

/** Replaces a stored identity. Without the id of a record, it is found by its own id only. */
async function updateIdentity({ db, ring }: HistoryStore, identity: Identity): Promise<Identity> {
  const { digest, sealed } = sealIdentity(identity, ring.current, identity.recordId !== '');
  await db
    .updateTable('record_identity')
    .set({ digest, sealed })
    .where('id', '=', identity.id)
    .execute();
  return identity;
}

/** Returns the action of the newest change of a record, or undefined if its history is empty. */
export async function readLastAction(
  { db }: HistoryStore,
  { id }: Pick<Identity, 'id'>,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('record_change')
    .select('action')
    .where('record', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.action;
}

function findFree(store: HistoryStore, { entity, recordId }: RecordName): Promise<number> {
  return findFreePlace(recordId, async (name) => {
    return (await findIdentity(store, { entity, recordId: name })) !== undefined;
  });
}

/**
 * Returns the identities of records of one entity, by their ids, and creates those that are missing. Does not compare
 * marks, because records of the embedded host have none. Expects at most as many ids as a statement may have parameters.
 */
export async function obtainIdentities(
  { db, ring }: HistoryStore,
  entity: string,
  recordIds: ReadonlySet<string>,
): Promise<Map<string, Identity>> {
  const digests = [...recordIds].flatMap((recordId) =>
    ring.all.map((key) => computeRecordDigest(key, { entity, recordId })),
  );
  const known = await db
    .selectFrom('record_identity')
    .selectAll()
    .where('entity', '=', entity)
    .where('digest', 'in', digests)
    .execute();
  const identities = new Map<string, Identity>();
  for (const row of known) {
    const identity = openIdentity(row, ring);
    if (identity) identities.set(identity.recordId, identity);
  }
  const added = [...recordIds]
    .filter((recordId) => !identities.has(recordId))
    .map((recordId) => makeIdentity(entity, recordId));
  for (const identity of added) identities.set(identity.recordId, identity);
  const rows = added.map((identity) => sealIdentity(identity, ring.current, true));
  if (rows.length > 0) await db.insertInto('record_identity').values(rows).execute();
  return identities;
}

/**
 * Replaces the key of a record, so that nobody can read the identifying values of its earlier changes any more. The
 * changes remain, and their digests stay valid. `lastSeq` is the number of the newest change in the history.
 */
export async function replaceKey(
  store: HistoryStore,
  identity: Identity,
  lastSeq: number,
): Promise<void> {
  const key = takeRandomBytes(KEY_BYTES);
  await updateIdentity(store, { ...identity, key, erasedThrough: lastSeq });
}

/**
 * Replaces the key of a record like `replaceKey`, and deletes its id and its mark, so that nobody can find out any more
 * whose changes these are.
 */
export async function forgetRecord(
  store: HistoryStore,
  identity: Identity,
  lastSeq: number,
): Promise<void> {
  await replaceKey(store, { ...identity, recordId: '', mark: undefined }, lastSeq);
}
