import { createHmac } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { KeyRing, RootKey } from 'shared/keys/key-ring';
import { takeRandomBytes } from 'shared/random-bytes';
import { z } from 'zod';
import { sealWith, unsealWith } from '../server/seal';
import type { StoreTables } from '../server/store-tables';
import type { RecordName } from './change';

type Row = Selectable<StoreTables['record_identity']>;

/** The panel's store with the keys of the history. */
export interface HistoryStore {
  db: Kysely<StoreTables>;
  ring: KeyRing;
}

/**
 * The identity of a record in the history. `recordId` is the record's id in its entity, or '' while that is not known.
 */
export interface Identity extends RecordName {
  /** The random id that stands for the record in the history. */
  id: string;
  /** The key with which the record's identifying values are encrypted. */
  key: Buffer;
  /** The number of the newest change in the history when the record's values were last erased. */
  erasedThrough?: number;
}

const ID_BYTES = 16;
const KEY_BYTES = 32;
/** Separates the id of the panel key from the content that the key has encrypted. Base64 does not contain it. */
const SEPARATOR = '.';
const sealedSchema = z.object({
  recordId: z.string(),
  key: z.string(),
  erasedThrough: z.number().optional(),
});

/** Returns 128 random bits as text. */
export function makeHistoryId(): string {
  return takeRandomBytes(ID_BYTES).toString('base64url');
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
      ring.all.map((key) => computeDigest(key, name)),
    )
    .executeTakeFirst();
  return row && open(row, ring);
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
  return row && open(row, ring);
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
  const row = buildRow(identity, ring.current, recordId !== undefined);
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
    ring.all.map((key) => computeDigest(key, { entity, recordId })),
  );
  const known = await db
    .selectFrom('record_identity')
    .selectAll()
    .where('entity', '=', entity)
    .where('digest', 'in', digests)
    .execute();
  const identities = new Map<string, Identity>();
  for (const row of known) {
    const identity = open(row, ring);
    if (identity) identities.set(identity.recordId, identity);
  }
  const added = [...recordIds]
    .filter((recordId) => !identities.has(recordId))
    .map((recordId) => makeIdentity(entity, recordId));
  for (const identity of added) identities.set(identity.recordId, identity);
  const rows = added.map((identity) => buildRow(identity, ring.current, true));
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
  const { sealed } = buildRow(renewed, ring.current, true);
  await db.updateTable('record_identity').set({ sealed }).where('id', '=', identity.id).execute();
}

/**
 * Decrypts the identities that an earlier key has encrypted, and encrypts them with the current key. Returns the number
 * of these identities, and the entities that have identities whose panel key is not available.
 */
export async function resealIdentities({
  db,
  ring,
}: HistoryStore): Promise<{ count: number; lost: Set<string> }> {
  let last = '';
  let count = 0;
  const lost = new Set<string>();
  for (;;) {
    const rows = await db
      .selectFrom('record_identity')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute();
    if (rows.length === 0) return { count, lost };
    for (const row of rows) {
      last = row.id;
      if (getKeyId(row) === ring.current.id) continue;
      if (hasLostKey(row, ring)) lost.add(row.entity);
      const identity = open(row, ring);
      if (!identity) continue;
      const { digest, sealed } = buildRow(identity, ring.current, row.digest !== null);
      const { numUpdatedRows } = await db
        .updateTable('record_identity')
        .set({ digest, sealed })
        .where('id', '=', row.id)
        // An erasure may have replaced the key of the record meanwhile.
        .where('sealed', '=', row.sealed)
        .executeTakeFirstOrThrow();
      count += Number(numUpdatedRows);
    }
  }
}

/** Returns the error of a stored identity, or undefined if it has not been altered. */
export function checkIdentity(row: Row, ring: KeyRing): string | undefined {
  const identity = open(row, ring);
  if (!identity) return 'cannot be decrypted: it was changed';
  // Only the identity of an addition with an unknown outcome has neither the id of a record nor its digest.
  if (row.digest === null && identity.recordId === '') return undefined;
  return ring.all.some((key) => computeDigest(key, identity) === row.digest)
    ? undefined
    : 'does not have the digest of its record';
}

/** Returns whether an identity is encrypted with a panel key that is not available. */
export function hasLostKey(row: Pick<Row, 'sealed'>, ring: KeyRing): boolean {
  const id = getKeyId(row);
  return id !== undefined && !ring.find(id);
}

/**
 * Returns the id of the panel key that encrypted an identity. Identities that earlier versions stored do not contain
 * this id.
 */
function getKeyId({ sealed }: Pick<Row, 'sealed'>): string | undefined {
  const end = sealed.indexOf(SEPARATOR);
  return end < 0 ? undefined : sealed.slice(0, end);
}

function makeIdentity(entity: string, recordId: string): Identity {
  return { id: makeHistoryId(), entity, recordId, key: takeRandomBytes(KEY_BYTES) };
}

function open(row: Row, ring: KeyRing): Identity | undefined {
  const content = unseal(row, ring.all);
  if (!content) return undefined;
  const { key, ...rest } = sealedSchema.parse(JSON.parse(content.toString()));
  return { id: row.id, entity: row.entity, ...rest, key: Buffer.from(key, 'base64') };
}

function unseal({ id, entity, sealed }: Row, keys: readonly RootKey[]): Buffer | undefined {
  const text = sealed.slice(sealed.indexOf(SEPARATOR) + 1);
  return unsealWith(keys.map(deriveSealingKey), text, [id, entity]);
}

function buildRow(identity: Identity, root: RootKey, hasRecordId: boolean): Row {
  const { id, entity, recordId, key, erasedThrough } = identity;
  const content = JSON.stringify({ recordId, key: key.toString('base64'), erasedThrough });
  const sealed = sealWith(deriveSealingKey(root), content, [id, entity]);
  return {
    id,
    entity,
    digest: hasRecordId ? computeDigest(root, { entity, recordId }) : null,
    sealed: `${root.id}${SEPARATOR}${sealed}`,
  };
}

function deriveSealingKey(key: RootKey): Buffer {
  return key.derive('history record', 'sealing');
}

function computeDigest(key: RootKey, { entity, recordId }: RecordName): string {
  return createHmac('sha256', key.derive('history record', 'digest'))
    .update(JSON.stringify([entity, recordId]))
    .digest('hex');
}
