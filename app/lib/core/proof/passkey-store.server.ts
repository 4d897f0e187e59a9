import { randomBytes } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { getStore } from '../server/store.server';
import { getUserKey } from '../session/user-key.server';
import { ensureFactor, enterFactorChange, type FactorOwner } from './factor-store.server';
import { removeFactors } from './remove-factors';

/** The maximum number of passkeys of a user. */
export const MAX_PASSKEYS = 10;

export interface StoredPasskey {
  id: string;
  credentialId: string;
  publicKey: Buffer<ArrayBuffer>;
  counter: number;
  transports: string[];
  /** The domain for which it was made. */
  rpId: string;
  name: string;
  createdAt: number;
  usedAt: number | undefined;
}

type NewPasskey = Omit<StoredPasskey, 'id' | 'createdAt' | 'usedAt'>;

const transportsSchema = z.array(z.string());

/** Returns the passkeys of a user, the earliest one first. */
export async function listPasskeys(user: FactorOwner): Promise<StoredPasskey[]> {
  const rows = await (await getStore())
    .selectFrom('passkey')
    .selectAll()
    .where('owner', '=', getUserKey(user))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    publicKey: Buffer.from(row.public_key, 'base64url'),
    counter: Number(row.counter),
    transports: transportsSchema.parse(JSON.parse(row.transports)),
    rpId: row.rp_id,
    name: row.name,
    createdAt: Number(row.created_at),
    usedAt: row.used_at === null ? undefined : Number(row.used_at),
  }));
}

/**
 * Stores a new passkey of a user. If it is the first part of the user's second factor, returns the recovery codes, or
 * else no codes. Returns undefined if the passkey is known already, or if the user has MAX_PASSKEYS.
 */
export async function storePasskey(
  user: FactorOwner,
  passkey: NewPasskey,
): Promise<string[] | undefined> {
  const owner = getUserKey(user);
  const db = await getStore();
  return db.transaction().execute(async (transaction) => {
    const codes = await ensureFactor(transaction, user);
    await lockFactor(transaction, owner);
    const { count } = await transaction
      .selectFrom('passkey')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_PASSKEYS) return undefined;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('passkey')
      .values({
        ...{ id: randomBytes(12).toString('base64url'), owner, name: passkey.name },
        ...{ credential_id: passkey.credentialId, counter: passkey.counter, rp_id: passkey.rpId },
        public_key: passkey.publicKey.toString('base64url'),
        transports: JSON.stringify(passkey.transports),
        created_at: Date.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) {
      await removeIfEmpty(transaction, owner);
      return undefined;
    }
    await enterFactorChange(transaction, user.username, 'Added a passkey to the second factor');
    return codes;
  });
}

/**
 * Notes that a user has used a passkey, and the counter that its authenticator sent. Returns false if the passkey was
 * removed, or if its counter has not gone up, so that concurrent requests cannot use the same counter.
 */
export async function noteUse(id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('passkey')
    .set({ counter, used_at: Date.now() })
    .where('id', '=', id)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes a passkey of a user. If nothing else of the second factor is left, turns the second factor off. Returns
 * false if the user has no such passkey.
 */
export async function removePasskey(user: FactorOwner, id: string): Promise<boolean> {
  const owner = getUserKey(user);
  const db = await getStore();
  return db.transaction().execute(async (transaction) => {
    await lockFactor(transaction, owner);
    const { numDeletedRows } = await transaction
      .deleteFrom('passkey')
      .where('owner', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const isOff = await removeIfEmpty(transaction, owner);
    const description = isOff
      ? 'Removed the last passkey, which turned off the second factor'
      : 'Removed a passkey of the second factor';
    await enterFactorChange(transaction, user.username, description);
    return true;
  });
}

/** Makes other changes of this second factor wait for the end of the transaction. */
async function lockFactor(transaction: Kysely<StudyTables>, owner: string): Promise<void> {
  await transaction
    .updateTable('second_factor')
    .set({ owner })
    .where('owner', '=', owner)
    .execute();
}

/** Deletes the second factor of a user who has neither an authenticator app nor a passkey. Returns whether it did. */
async function removeIfEmpty(transaction: Kysely<StudyTables>, owner: string): Promise<boolean> {
  const removed = await removeFactors(transaction, ({ and, eb, not, exists, selectFrom }) =>
    and([
      eb('owner', '=', owner),
      eb('secret', '=', ''),
      not(exists(selectFrom('passkey').select('id').where('owner', '=', owner))),
    ]),
  );
  return removed.length > 0;
}
