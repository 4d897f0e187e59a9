import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../db/types';

/** The time for which a mailed link is valid. */
export const MAILED_CODE_MILLISECONDS = 60 * 60 * 1000;
/** The time for which the first administrator's code is valid. It is the maximum for all codes. */
export const FIRST_CODE_MILLISECONDS = 24 * 60 * 60 * 1000;

const CODE_BYTES = 32;

/**
 * Creates a code with which a user's password can be set once. Only the SHA-256 of the code is stored. Without
 * a user, the code has no effect but takes the same work, so that the response time does not reveal which
 * addresses are known. `lifetime` is in milliseconds.
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

/**
 * Returns the id of the user whose password a code may set, or undefined when the code is unknown, used or
 * expired.
 */
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

/** Deletes every code of a user, for example after one has been used or the user's address has changed. */
export async function revokeCodes(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

/**
 * Returns the latest time at which a valid code can expire. A later time was stored while the clock was wrong.
 */
function getLatestEnd(now: Date): number {
  return now.getTime() + FIRST_CODE_MILLISECONDS;
}

function computeDigest(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
