import type { Kysely } from 'kysely';
import type { KeyRing } from 'shared/keys/key-ring';
import { takeRandomBytes } from 'shared/random-bytes';
import type { StoreTables } from '../server/store-tables';
import type { RecordName } from './change';
import {
  computeRecordDigest,
  type Identity,
  KEY_BYTES,
  makeIdentity,
  openIdentity,
  sealIdentity,
} from './sealed-identity';

/** The panel's store with the keys of the history. */
export interface HistoryStore {
  db: Kysely<StoreTables>;
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

/**
 * Returns the identity of a record, and creates it if the record has none. Without `recordId`, creates an identity for
 * a record whose addition has an unknown outcome.
 */
export async function obtainIdentity(
  store: HistoryStore,
  { entity, recordId }: { entity: string; recordId?: string },
): Promise<Identity> {
  const { db, ring } = store;
  const known =
    recordId === undefined ? undefined : await findIdentity(store, { entity, recordId });
  if (known) return known;
  const identity = makeIdentity(entity, recordId ?? '');
  const row = sealIdentity(identity, ring.current, recordId !== undefined);
  await db.insertInto('record_identity').values(row).execute();
  return identity;
}

/**
 * Returns the identities of records of one entity, by their ids, and creates those that are missing. Expects at most
 * as many ids as a statement may have parameters.
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
  { db, ring }: HistoryStore,
  identity: Identity,
  lastSeq: number,
): Promise<void> {
  const renewed = { ...identity, key: takeRandomBytes(KEY_BYTES), erasedThrough: lastSeq };
  const { sealed } = sealIdentity(renewed, ring.current, true);
  await db.updateTable('record_identity').set({ sealed }).where('id', '=', identity.id).execute();
}

/**
 * Replaces the key of a record like `replaceKey`, and deletes its id, so that nobody can find out any more whose
 * changes these are.
 */
export async function forgetRecord(
  { db, ring }: HistoryStore,
  identity: Identity,
  lastSeq: number,
): Promise<void> {
  const forgotten = {
    ...identity,
    recordId: '',
    key: takeRandomBytes(KEY_BYTES),
    erasedThrough: lastSeq,
  };
  const { digest, sealed } = sealIdentity(forgotten, ring.current, false);
  await db
    .updateTable('record_identity')
    .set({ digest, sealed })
    .where('id', '=', identity.id)
    .execute();
}
