import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { KeyRing, RootKey } from 'shared/keys/key-ring';
import { sealWith, unsealWith } from 'shared/keys/seal';
import { takeRandomBytes } from 'shared/random-bytes';
import { failWith, type Result, succeeded } from 'shared/result';
import { z } from 'zod';
import type { StudyTables } from '../db/study-tables';
import type { RecordName } from './change';
import { markSchema, type RecordMark } from './record-mark';

type IdentityRow = Selectable<StudyTables['record_identity']>;

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
  /** The mark of the record. Undefined for records of the embedded host, which gives no id twice. */
  mark?: RecordMark;
}

const ID_BYTES = 16;
/** The length of the key of a record. */
export const KEY_BYTES = 32;
/** Separates the id of the panel key from the content that the key has encrypted. Base64 does not contain it. */
const SEPARATOR = '.';
const sealedSchema = z.object({
  recordId: z.string(),
  key: z.string(),
  erasedThrough: z.number().optional(),
  mark: markSchema.optional(),
});

/** Returns 128 random bits as text. */
export function makeHistoryId(): string {
  return takeRandomBytes(ID_BYTES).toString('base64url');
}

/** Checks that a stored identity has not been altered. */
export function checkIdentity(row: IdentityRow, ring: KeyRing): Result<undefined, string> {
  const identity = openIdentity(row, ring);
  if (!identity)
    return failWith(
      'cannot be decrypted: it was altered, or encrypted with an earlier panel key that is not available',
    );
  // Only the identity of an addition with an unknown outcome has neither the id of a record nor its digest.
  if (row.digest === null && identity.recordId === '') return succeeded;
  return ring.all.some((key) => computeRecordDigest(key, identity) === row.digest)
    ? succeeded
    : failWith('does not have the digest of its record');
}

/** Returns whether an identity is encrypted with a panel key that is not available. */
export function hasLostKey(row: Pick<IdentityRow, 'sealed'>, ring: KeyRing): boolean {
  const id = getKeyId(row);
  return id !== undefined && !ring.find(id);
}

/**
 * Returns the id of the panel key that encrypted an identity. Identities that earlier versions stored do not contain
 * this id.
 */
export function getKeyId({ sealed }: Pick<IdentityRow, 'sealed'>): string | undefined {
  const end = sealed.indexOf(SEPARATOR);
  return end < 0 ? undefined : sealed.slice(0, end);
}

/** Returns a new identity, with a new key. */
export function makeIdentity(entity: string, recordId: string): Identity {
  return { id: makeHistoryId(), entity, recordId, key: takeRandomBytes(KEY_BYTES) };
}

/** Decrypts a stored identity. Returns undefined if its panel key is not available, or if it has been altered. */
export function openIdentity(row: IdentityRow, ring: KeyRing): Identity | undefined {
  const content = unseal(row, ring.all);
  if (!content) return undefined;
  const { key, ...rest } = sealedSchema.parse(JSON.parse(content.toString()));
  return { id: row.id, entity: row.entity, ...rest, key: Buffer.from(key, 'base64') };
}

function unseal({ id, entity, sealed }: IdentityRow, keys: readonly RootKey[]): Buffer | undefined {
  const text = sealed.slice(sealed.indexOf(SEPARATOR) + 1);
  return unsealWith(keys.map(deriveSealingKey), text, [id, entity]);
}

/** Encrypts an identity, and returns its row. Without the id of a record, the row has no digest. */
export function sealIdentity(identity: Identity, root: RootKey, hasRecordId: boolean): IdentityRow {
  const { id, entity, recordId, key, erasedThrough, mark } = identity;
  const content = JSON.stringify({ recordId, key: key.toString('base64'), erasedThrough, mark });
  const sealed = sealWith(deriveSealingKey(root), content, [id, entity]);
  return {
    id,
    entity,
    digest: hasRecordId ? computeRecordDigest(root, { entity, recordId }) : null,
    sealed: `${root.id}${SEPARATOR}${sealed}`,
  };
}

function deriveSealingKey(key: RootKey): Buffer {
  return key.derive('history record', 'sealing');
}

/** Returns the keyed digest by which the identity of a record is found. */
export function computeRecordDigest(key: RootKey, { entity, recordId }: RecordName): string {
  return createHmac('sha256', key.derive('history record', 'digest'))
    .update(JSON.stringify([entity, recordId]))
    .digest('hex');
}
