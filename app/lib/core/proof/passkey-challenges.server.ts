import { randomBytes } from 'node:crypto';
import { getStore } from '../server/store.server';
import { hashToken } from '../session/live-sessions.server';

/** The time in milliseconds in which a passkey must sign a challenge. */
export const CHALLENGE_MS = 5 * 60_000;
/** The maximum number of challenges of a session, so that reloading a page does not fill the store. */
const MAX_CHALLENGES = 20;

/** The purpose of a challenge: to add a passkey, or to prove who the user is. */
export type Purpose = 'add' | 'prove';

/**
 * Stores a new challenge for a session and returns it in Base64url. Each page that asks for a passkey has its own.
 * `token` is the session's secret token.
 */
export async function issueChallenge(token: string, purpose: Purpose): Promise<string> {
  const now = Date.now();
  const session = hashToken(token);
  const db = await getStore();
  await db
    .deleteFrom('passkey_challenge')
    .where(({ eb, or, and, selectFrom }) =>
      or([
        eb('created_at', '<', now - CHALLENGE_MS),
        eb('created_at', '>', now),
        and([
          eb('session', '=', session),
          eb(
            'challenge',
            'not in',
            selectFrom('passkey_challenge as newest')
              .select('newest.challenge')
              .where('newest.session', '=', session)
              .orderBy('newest.created_at', 'desc')
              .limit(MAX_CHALLENGES - 1),
          ),
        ]),
      ]),
    )
    .execute();
  const challenge = randomBytes(32).toString('base64url');
  await db
    .insertInto('passkey_challenge')
    .values({ challenge, session, purpose, created_at: now })
    .execute();
  return challenge;
}

/**
 * Deletes a challenge of a session. Returns false if the session has no such challenge, if it has expired, or if
 * another request has deleted it: each challenge can be answered once.
 */
export async function takeChallenge(
  token: string,
  purpose: Purpose,
  challenge: string,
): Promise<boolean> {
  const row = await (await getStore())
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('session', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .returning('created_at')
    .executeTakeFirst();
  const age = Date.now() - Number(row?.created_at ?? 0);
  return age >= 0 && age <= CHALLENGE_MS;
}
