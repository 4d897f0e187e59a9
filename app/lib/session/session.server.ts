import { createHash, randomBytes } from 'node:crypto';
import { createCookie, createSessionStorage, type Session } from '@remix-run/node';
import type { Kysely } from 'kysely';
import { getPublicUrl } from '../server/config.server';
import { getLatestMoment } from '../server/present';
import { getCookieSecrets } from '../server/secret.server';
import { getStore, writeUnsynced } from '../server/store.server';
import type { StoreTables } from '../server/store-tables';
import { tryToStore } from '../server/unwritable.server';
import { idleMs, lifetimeMs } from './session-limits.server';
import type { SignedInUser } from './user';
import { getUserKey } from './user-key.server';

/** A message that the next page shows once. */
export interface Toast {
  kind: 'success' | 'error';
  text: string;
  /**
   * True if the message stays visible until the user opens the next page, because there is something left to
   * do.
   */
  stays?: boolean;
  /** The address that undoes the change when the token is posted to it. */
  undo?: { href: string; token: string };
}

export interface SessionData {
  user: SignedInUser;
  /** The name with which the user has signed in. The host may know the user by this name only. */
  account: string;
  /** A user who has entered the password, but not the code of the second factor. */
  pending: PendingSignIn;
  /** The time in milliseconds since the epoch at which the user last proved who they are: see decision 0209. */
  provenAt: number;
  /** The second factor that the user is setting up. */
  factorSetup: FactorSetup;
  /** The browser and the operating system without exact versions, for the list of the user's sessions. */
  device: string;
  /** The database columns of a live session. Every read returns them; they cannot be set. */
  record: SessionRecord;
}

/**
 * A sign-in that waits for the code of the second factor. A session with a pending sign-in has no `user`, so that every
 * guard treats it as signed out.
 */
export interface PendingSignIn {
  user: SignedInUser;
  account: string;
  /** The key of the user, which differs if the panel uses another API host now. */
  owner: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface FactorSetup {
  /** The secret of the authenticator app, encrypted. */
  secret: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface SessionRecord {
  public_id: string | null;
  created_at: number;
  seen_at: number;
  checked_at: number | null;
  locked_at: number | null;
}

export interface SessionFlash {
  toast: Toast;
  /** New recovery codes, encrypted, which one page shows once. */
  recoveryCodes: string;
}

const secure = getPublicUrl().startsWith('https:');
/**
 * The minimum time in milliseconds between two updates of `seen_at`, so that not every page view causes a
 * write.
 */
const SEEN_EVERY_MS = Math.min(60_000, idleMs / 10);
/**
 * The time in milliseconds for which an expired session is stored, so that the user of a form that is posted
 * too late can be identified (drafts.server.ts).
 */
const KEEP_EXPIRED_MS = 24 * 3_600_000;

const sessionCookie = createCookie(
  // The prefix restricts the cookie to this host and to https (RFC 6265bis, 4.1.3.2).
  secure ? '__Host-session' : 'session',
  { httpOnly: true, path: '/', sameSite: 'lax', secrets: await getCookieSecrets(), secure },
);

/**
 * Stores sessions in the panel's store. The cookie contains only a random token, and the store contains only
 * the hash of the token. Deleting a session on the server makes its cookie invalid.
 */
export const sessionStorage = createSessionStorage<SessionData, SessionFlash>({
  cookie: sessionCookie,
  async createData(data) {
    const token = randomBytes(32).toString('base64url');
    const now = Date.now();
    const db = await getStore();
    await expireFutureSessions();
    await db
      .insertInto('session')
      .values({
        token_hash: hash(token),
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
      .where('token_hash', '=', hash(token))
      .executeTakeFirst();
    if (!row) return null;
    const { data, user_key, ...record } = row;
    const content: SessionData = JSON.parse(data);
    // The session belongs to a user of the API host that the panel used before.
    if (user_key !== null && content.user && user_key !== getUserKey(content.user)) return null;
    return { ...content, record };
  },
  async updateData(token, data) {
    await updateSession(await getStore(), token, data);
  },
  async deleteData(token) {
    const db = await getStore();
    await db.deleteFrom('session').where('token_hash', '=', hash(token)).execute();
  },
});

/**
 * Stores a session after a message for the next page was added or taken. A power cut may undo this: then the message is
 * missing, or is shown twice.
 */
export async function storeToast(session: Session<SessionData, SessionFlash>): Promise<void> {
  await writeUnsynced((db) => updateSession(db, session.id, session.data));
}

async function updateSession(
  db: Kysely<StoreTables>,
  token: string,
  { record: _, ...data }: Session<SessionData, SessionFlash>['data'],
): Promise<void> {
  await db
    .updateTable('session')
    .set({ data: JSON.stringify(data) })
    .where('token_hash', '=', hash(token))
    .execute();
}

/**
 * Replaces the token of a session with a new one. The previous token is no longer valid. Returns false if
 * another request has already replaced the token or ended the session.
 */
export async function renewToken(token: string, fresh: string): Promise<boolean> {
  const db = await getStore();
  const renewed = await db
    .updateTable('session')
    .set({ token_hash: hash(fresh) })
    .where('token_hash', '=', hash(token))
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** Returns a Set-Cookie header for the live session with this token. Returns undefined if there is none. */
export async function getSessionCookie(token: string): Promise<string | undefined> {
  const live = await (await selectLiveSessions())
    .select('token_hash')
    .where('token_hash', '=', hash(token))
    .executeTakeFirst();
  return live && sessionCookie.serialize(token);
}

/** Returns a query for the sessions that have not expired. */
export async function selectLiveSessions() {
  const now = Date.now();
  return (await getStore())
    .selectFrom('session')
    .where('seen_at', '>=', now - idleMs)
    .where('created_at', '>=', now - lifetimeMs)
    .where('seen_at', '<=', getLatestMoment(now))
    .where('created_at', '<=', getLatestMoment(now));
}

/**
 * Ends the sessions with times in the future. A wrong clock wrote these times, so the age of the sessions is
 * unknown. Without this, the sessions would become valid at that time.
 */
export async function expireFutureSessions(): Promise<void> {
  const now = Date.now();
  const ended = now - idleMs - 1;
  await (await getStore())
    .updateTable('session')
    .set({ seen_at: ended, created_at: ended })
    .where((or) =>
      or.or([
        or('seen_at', '>', getLatestMoment(now)),
        or('created_at', '>', getLatestMoment(now)),
      ]),
    )
    .execute();
}

/**
 * Returns the key of the user of a session that may have expired. Returns undefined if the session was ended or
 * deleted.
 */
export async function findExpiredOwner(token: string): Promise<string | undefined> {
  const row = await (await getStore())
    .selectFrom('session')
    .select(['username', 'user_id', 'user_key'])
    .where('token_hash', '=', hash(token))
    .executeTakeFirst();
  if (!row?.username) return undefined;
  return row.user_key ?? getUserKey({ id: row.user_id ?? '', username: row.username });
}

/**
 * Restarts the idle time of a session and returns the time of its latest use. Writes to the store only if
 * SEEN_EVERY_MS have passed since `seenAt`.
 */
export async function touchSession(token: string, seenAt: number): Promise<number> {
  const now = Date.now();
  if (now - seenAt <= SEEN_EVERY_MS) return seenAt;
  const db = await getStore();
  await tryToStore(() =>
    db.updateTable('session').set({ seen_at: now }).where('token_hash', '=', hash(token)).execute(),
  );
  return now;
}

/**
 * Stores the time at which the host was asked about the session's user. Does nothing if the session has been
 * marked for another check since `checkedAt` was read.
 */
export async function noteUserChecked(token: string, checkedAt: number | null): Promise<void> {
  const db = await getStore();
  await tryToStore(() =>
    db
      .updateTable('session')
      .set({ checked_at: Date.now() })
      .where('token_hash', '=', hash(token))
      .where('checked_at', checkedAt === null ? 'is' : '=', checkedAt)
      .execute(),
  );
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
