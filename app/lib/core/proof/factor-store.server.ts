import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely } from 'kysely';
import { queueEntries } from '../host/audit-queue.server';
import { getApiHost } from '../host/host.server';
import { getPanelKeys } from '../server/keys.server';
import { getStore } from '../server/store.server';
import type { SignedInUser } from '../session/user';
import { getUserKey } from '../session/user-key.server';
import { openSecret, resealSecrets, sealSecret } from './factor-secrets';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes';
import { removeFactors } from './remove-factors';
import { getLatestStep } from './time-codes';

/** The title of the pages of the second factor, which audit entries name. */
export const SECOND_FACTOR = 'Second factor';

export type FactorOwner = Pick<SignedInUser, 'id' | 'username'>;

interface StoredFactor {
  /** True if the user has set up an authenticator app, and not only passkeys. */
  hasApp: boolean;
  /** The secret in Base32. Undefined if there is no app, or if the panel key that encrypted it is not available. */
  secret: string | undefined;
  /** The time step of the latest code that was accepted. 0 if it was stored while the clock was ahead. */
  lastStep: number;
  createdAt: number;
}

/** Returns the second factor of a user, or undefined if the user has set up none. */
export async function findFactor(user: FactorOwner): Promise<StoredFactor | undefined> {
  const owner = getUserKey(user);
  const row = await (await getStore())
    .selectFrom('second_factor')
    .select(['secret', 'last_step', 'created_at'])
    .where('owner', '=', owner)
    .executeTakeFirst();
  return (
    row && {
      hasApp: row.secret !== '',
      secret: openSecret(getPanelKeys().ring, owner, row.secret),
      lastStep: Number(row.last_step) > getLatestStep() ? 0 : Number(row.last_step),
      createdAt: Number(row.created_at),
    }
  );
}

/**
 * Stores the authenticator app of a user who has entered a code of time step `step`, and returns the recovery codes.
 * Returns no codes if the user has passkeys, because the earlier codes remain valid. Returns undefined if the user has
 * an app already.
 */
export async function storeFactor(
  user: FactorOwner,
  secret: string,
  step: number,
): Promise<string[] | undefined> {
  const owner = getUserKey(user);
  const db = await getStore();
  return db.transaction().execute(async (transaction) => {
    const codes = await ensureFactor(transaction, user);
    const { numUpdatedRows } = await transaction
      .updateTable('second_factor')
      .set({
        ...{ last_step: step, created_at: Date.now() },
        secret: sealSecret(getPanelKeys().ring, owner, secret),
      })
      .where('owner', '=', owner)
      .where('secret', '=', '')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    const description =
      codes.length > 0 ? 'Set up a second factor' : 'Added an app to the second factor';
    await enterFactorChange(transaction, user.username, description);
    return codes;
  });
}

/**
 * Adds a second factor without an app for a user who has none, and returns the recovery codes. Returns no codes if the
 * user has a second factor. The caller adds an app or a passkey in the same transaction.
 */
export async function ensureFactor(
  transaction: Kysely<StudyTables>,
  user: FactorOwner,
): Promise<string[]> {
  const owner = getUserKey(user);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('second_factor')
    .values({
      ...{ owner, username: user.username, secret: '', last_step: 0, created_at: Date.now() },
      host: getApiHost().key,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? replaceCodes(transaction, owner) : [];
}

/** Replaces the recovery codes of a user with new ones, and returns these. */
export async function renewRecoveryCodes(user: FactorOwner): Promise<string[]> {
  const db = await getStore();
  return db.transaction().execute(async (transaction) => {
    await enterFactorChange(
      transaction,
      user.username,
      'Made new recovery codes for the second factor',
    );
    return replaceCodes(transaction, getUserKey(user));
  });
}

/** Returns the number of recovery codes that a user has not used. */
export async function countRecoveryCodes(user: FactorOwner): Promise<number> {
  const { count } = await (await getStore())
    .selectFrom('second_factor_code')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('owner', '=', getUserKey(user))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Notes that a code of a time step was accepted. Returns false if another request has noted the same step or a later
 * one, so that concurrent requests cannot use a code twice. A step that was noted while the clock was ahead does not
 * count: otherwise it would refuse all codes until then.
 */
export async function claimStep(user: FactorOwner, step: number): Promise<boolean> {
  const { numUpdatedRows } = await (await getStore())
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('owner', '=', getUserKey(user))
    .where(({ eb, or }) => or([eb('last_step', '<', step), eb('last_step', '>', getLatestStep())]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a recovery code that the user has entered. Returns false if there is none, or if it was used before. */
export async function useRecoveryCode(user: FactorOwner, typed: string): Promise<boolean> {
  const owner = getUserKey(user);
  const db = await getStore();
  return db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('second_factor_code')
      .where('owner', '=', owner)
      .where('hash', '=', hashRecoveryCode(owner, typed))
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await enterFactorChange(
      transaction,
      user.username,
      'Used a recovery code of the second factor',
    );
    return true;
  });
}

/**
 * Removes the second factor of a user. `by` is the user who does so, and `description` the audit entry. Returns false
 * if the user has none.
 */
export async function removeFactor(
  user: FactorOwner,
  by: string,
  description: string,
): Promise<boolean> {
  const db = await getStore();
  return db.transaction().execute(async (transaction) => {
    const removed = await removeFactors(transaction, (eb) => eb('owner', '=', getUserKey(user)));
    if (removed.length === 0) return false;
    await enterFactorChange(transaction, by, description);
    return true;
  });
}

/** Encrypts the secrets that an earlier panel key has encrypted with the current key. Runs at each start. */
export async function openFactors(): Promise<void> {
  await resealSecrets(await getStore(), getPanelKeys().ring);
}

async function replaceCodes(transaction: Kysely<StudyTables>, owner: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await transaction.deleteFrom('second_factor_code').where('owner', '=', owner).execute();
  await transaction
    .insertInto('second_factor_code')
    .values(codes.map((code) => ({ owner, hash: hashRecoveryCode(owner, code) })))
    .execute();
  return codes;
}

/** Adds the audit entry of a change of a second factor. `username` is the user who made it. */
export function enterFactorChange(
  transaction: Kysely<StudyTables>,
  username: string,
  description: string,
) {
  return queueEntries(
    [{ username, title: SECOND_FACTOR, action: 'Second factor', description }],
    transaction,
  );
}
