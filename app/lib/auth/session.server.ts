import { createHash, randomBytes } from 'node:crypto';
import { createSessionStorage } from '@remix-run/node';
import { publicUrl } from '../api/embedded-host.server';
import { config } from '../config.server';
import { panelStore } from '../store/store.server';
import { sessionSecret } from './secret.server';
import type { SignedInUser } from './user';

/** A message that is shown once, on the next page. */
export interface Toast {
  kind: 'success' | 'error';
  text: string;
}

export interface SessionData {
  user: SignedInUser;
}

export interface SessionFlash {
  toast: Toast;
}

const secure = publicUrl().startsWith('https:');
const idleMs = config.SESSION_IDLE_MINUTES * 60_000;
const lifetimeMs = config.SESSION_MAX_HOURS * 3_600_000;
/** `seen_at` is written at most this often: a page view should not cost a write. */
const SEEN_EVERY_MS = 60_000;

/**
 * Sessions in the panel's own store. The cookie carries a random token and nothing else; the store
 * keeps its hash. Ending a session on the server ends it everywhere.
 */
export const sessionStorage = createSessionStorage<SessionData, SessionFlash>({
  cookie: {
    // The prefix binds the cookie to this host and to https (RFC 6265bis, 4.1.3.2).
    name: secure ? '__Host-session' : 'session',
    httpOnly: true,
    path: '/',
    sameSite: 'lax',
    secrets: [sessionSecret()],
    secure,
  },
  async createData(data) {
    const token = randomBytes(32).toString('base64url');
    const now = Date.now();
    const db = await panelStore();
    await db
      .insertInto('session')
      .values({
        token_hash: hash(token),
        username: data.user?.username ?? '',
        data: JSON.stringify(data),
        created_at: now,
        seen_at: now,
      })
      .execute();
    await db
      .deleteFrom('session')
      .where((or) =>
        or.or([or('seen_at', '<', now - idleMs), or('created_at', '<', now - lifetimeMs)]),
      )
      .execute();
    return token;
  },
  async readData(token) {
    const db = await panelStore();
    const now = Date.now();
    const row = await db
      .selectFrom('session')
      .select(['data', 'seen_at'])
      .where('token_hash', '=', hash(token))
      .where('seen_at', '>=', now - idleMs)
      .where('created_at', '>=', now - lifetimeMs)
      .executeTakeFirst();
    if (!row) return null;
    if (now - Number(row.seen_at) > SEEN_EVERY_MS) {
      await db
        .updateTable('session')
        .set({ seen_at: now })
        .where('token_hash', '=', hash(token))
        .execute();
    }
    return JSON.parse(row.data);
  },
  async updateData(token, data) {
    const db = await panelStore();
    await db
      .updateTable('session')
      .set({ data: JSON.stringify(data) })
      .where('token_hash', '=', hash(token))
      .execute();
  },
  async deleteData(token) {
    const db = await panelStore();
    await db.deleteFrom('session').where('token_hash', '=', hash(token)).execute();
  },
});

/** What the store calls a session: the hash of its token. */
export function sessionHash(session: { id: string }): string {
  return hash(session.id);
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
