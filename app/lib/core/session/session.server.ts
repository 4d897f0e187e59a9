import { randomBytes } from 'node:crypto';
import { createCookie, createSessionStorage } from '@remix-run/node';
import { getPublicUrl } from '../server/config.server';
import { nameCookie, nameFormerCookie } from '../server/cookie-name.server';
import { getCookieSecrets } from '../server/secret.server';
import { getStore } from '../server/store.server';
import { expireFutureSessions, hashToken, selectLiveSessions } from './live-sessions.server';
import type { SessionData } from './session-data';
import { idleMs, KEEP_EXPIRED_MS, lifetimeMs } from './session-limits.server';
import { getUserKey } from './user-key.server';

const secure = getPublicUrl().startsWith('https:');
const options = {
  ...{ httpOnly: true, path: '/', sameSite: 'lax' as const, secure },
  secrets: await getCookieSecrets(),
};
const sessionCookie = createCookie(nameCookie('session'), options);
/** The cookie of sessions that were started by a version whose cookies had the same name in all panels. */
const formerCookie = createCookie(nameFormerCookie('session'), options);

/**
 * Stores sessions in the study's database. The cookie contains only a random token, and the store contains only
 * the hash of the token. Deleting a session on the server makes its cookie invalid.
 */
export const sessionStorage = createSessionStorage<SessionData>({
  cookie: sessionCookie,
  async createData(data) {
    const token = randomBytes(32).toString('base64url');
    const now = Date.now();
    const db = await getStore();
    await expireFutureSessions();
    await db
      .insertInto('session')
      .values({
        token_hash: hashToken(token),
        username: data.user?.username ?? '',
        data: JSON.stringify(data),
        created_at: now,
        seen_at: now,
        public_id: randomBytes(12).toString('base64url'),
        user_id: data.user?.id ?? null,
        user_key: data.user ? getUserKey(data.user) : null,
        device: data.device ?? null,
        checked_at: now,
      })
      .execute();
    await db
      .deleteFrom('session')
      .where((or) =>
        or.or([
          or('seen_at', '<', now - idleMs - KEEP_EXPIRED_MS),
          or('created_at', '<', now - lifetimeMs - KEEP_EXPIRED_MS),
        ]),
      )
      .execute();
    return token;
  },
  async readData(token) {
    const row = await (await selectLiveSessions())
      .select(['data', 'public_id', 'created_at', 'seen_at', 'checked_at', 'locked_at', 'user_key'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (!row) return null;
    const { data, user_key, ...record } = row;
    const content: SessionData = JSON.parse(data);
    // The session belongs to a user of the API host that the panel used before.
    if (user_key !== null && content.user && user_key !== getUserKey(content.user)) return null;
    return { ...content, record };
  },
  async updateData() {
    throw new Error('A stored session is changed field by field: see change-session.server.ts');
  },
  async deleteData(token) {
    const db = await getStore();
    await db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
  },
});

/** Returns the session that the cookies of a request name, or a new one. */
export async function findSession(cookies: string | null | undefined) {
  const session = await sessionStorage.getSession(cookies);
  if (session.id || !cookies) return session;
  const token: unknown = await formerCookie.parse(cookies);
  if (typeof token !== 'string' || token === '') return session;
  return sessionStorage.getSession(await sessionCookie.serialize(token));
}

/**
 * Replaces the token of a session with a new one. The previous token is no longer valid. Returns false if
 * another request has already replaced the token or ended the session.
 */
export async function renewToken(token: string, fresh: string): Promise<boolean> {
  const db = await getStore();
  const renewed = await db
    .updateTable('session')
    .set({ token_hash: hashToken(fresh) })
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Returns a Set-Cookie header for the live session with this token. Returns undefined if there is none. */
export async function getSessionCookie(token: string): Promise<string | undefined> {
  const live = await (await selectLiveSessions())
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return live && sessionCookie.serialize(token);
}
