import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../db/types';

/** The time for which a link that was asked for by mail works. */
export const MAILED_CODE_MILLISECONDS = 60 * 60 * 1000;
/** The time that the first administrator has to set a password. */
export const FIRST_CODE_MILLISECONDS = 24 * 60 * 60 * 1000;

const CODE_BYTES = 32;

/**
 * Creates a code that sets a user's password once. Only its SHA-256 is stored. Without a user the code has no effect,
 * but takes the same work, so that the answer's time does not reveal whether an address is known.
 */
export async function issueCode(
  db: Database,
  userId: number | null,
  lifetime: number,
  now: Date,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await db
    .deleteFrom('recovery_code')
    .where((or) =>
      or.or([or('expires_at', '<=', now.getTime()), or('expires_at', '>', getLatestEnd(now))]),
    )
    .execute();
  await db
    .insertInto('recovery_code')
    .values({
      code_hash: computeDigest(code),
      user_id: userId,
      expires_at: now.getTime() + lifetime,
    })
    .execute();
  return code;
}

/** Returns the user whose password a code may set now, or undefined when it is unknown, used or too old. */
export async function findUserOfCode(
  db: Database,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('recovery_code')
    .select('user_id')
    .where('code_hash', '=', computeDigest(code))
    .where('expires_at', '>', now.getTime())
    .where('expires_at', '<=', getLatestEnd(now))
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}

/** Deletes every code of a user, after one has been used. */
export async function revokeCodes(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

/** Returns the latest end that a code can have now; a clock that was wrong has written a later one. */
function getLatestEnd(now: Date): number {
  return now.getTime() + FIRST_CODE_MILLISECONDS;
}

function computeDigest(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
