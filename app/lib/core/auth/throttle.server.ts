import { RateLimiterPostgres, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { getNetworkName } from 'shared/network-name';
import { every } from '../server/background-task.server';
import { config } from '../server/config.server';
import { getLatestMoment } from '../server/present';
import { getStore, openStore } from '../server/store.server';

type Limiter = RateLimiterPostgres | RateLimiterSQLite;

/** The length in seconds of the window in which failed sign-ins are counted. */
const WINDOW = 15 * 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const CLEAR_EVERY_MS = 5 * 60_000;
/** The first wait in seconds. Each further failure doubles it. */
const FIRST_WAIT = 60;
/** The maximum wait in seconds. With longer waits, a stranger could lock out a user for a long time. */
const LONGEST_WAIT = 15 * 60;

/** An attempt to sign in or to enter the current password: the name of the account and the client's address. */
export interface Attempt {
  account: string;
  address: string;
  /** 'account' for an attempt that counts for the account only. Otherwise, it counts for the address too. */
  scope?: 'account';
}

/**
 * Counts an attempt before it is made, so that concurrent attempts count too. Returns the number of seconds to
 * wait, or 0 if the attempt may be made.
 */
export async function startAttempt(attempt: Attempt): Promise<number> {
  const { failures } = await getLimiters();
  const [account, address] = buildKeys(attempt);
  // An attempt that has to wait for one key does not count for the other. Otherwise, repeated attempts for a
  // locked account would lock out everybody at the same network address.
  const accountWait = await consume(failures, account);
  if (accountWait > 0 || address === undefined) return accountWait;
  const addressWait = await consume(failures, address);
  if (addressWait > 0) await failures.reward(account);
  return addressWait;
}

/** A wait that a failed attempt has started. */
export interface Wait {
  scope: 'account' | 'address';
  minutes: number;
}

/**
 * Starts the waits that follow a failed attempt, which startAttempt has already counted, and returns them. The
 * failure that reaches SIGN_IN_ATTEMPTS within WINDOW starts a wait of FIRST_WAIT. After that, each further
 * failure starts a wait twice as long, up to LONGEST_WAIT. If an attempt began before a wait and fails during it,
 * no further wait starts. The number of waits expires a day after the first one.
 */
export async function recordFailure(attempt: Attempt): Promise<Wait[]> {
  const { failures, waitCounts, activeWaits } = await getLimiters();
  const waits: Wait[] = [];
  for (const [index, key] of listKeys(attempt).entries()) {
    await Promise.all(
      [failures, waitCounts, activeWaits].map((limiter) => deleteFutureCount(limiter, key)),
    );
    const [used, earlierWaits] = await Promise.all([failures.get(key), waitCounts.get(key)]);
    if (!earlierWaits && (used?.consumedPoints ?? 0) < config.SIGN_IN_ATTEMPTS) continue;
    // In one step, because several attempts can fail at the same moment.
    const { consumedPoints: failuresInWait } = await activeWaits.penalty(key, 1, {
      customDuration: FIRST_WAIT,
    });
    if (failuresInWait > 1) continue;
    const { consumedPoints: waitNumber } = await waitCounts.penalty(key);
    const seconds = Math.min(FIRST_WAIT * 2 ** (waitNumber - 1), LONGEST_WAIT);
    await Promise.all([failures.block(key, seconds), activeWaits.block(key, seconds)]);
    waits.push({ scope: index === 0 ? 'account' : 'address', minutes: seconds / 60 });
  }
  return waits;
}

/**
 * Resets the counts after a successful attempt. Deletes all counts of the account. For the address, deletes the number
 * of waits and no longer counts this attempt, but keeps the other attempts within WINDOW.
 */
export async function recordSuccess(attempt: Attempt): Promise<void> {
  const { failures, waitCounts, activeWaits } = await getLimiters();
  const [account, address] = buildKeys(attempt);
  await Promise.all([failures, waitCounts, activeWaits].map((limiter) => limiter.delete(account)));
  if (address === undefined) return;
  await waitCounts.delete(address);
  await failures.reward(address);
}

/** Undoes the count of an attempt that did not fail, for example because the host could not check the password. */
export async function uncountAttempt(attempt: Attempt): Promise<void> {
  const { failures } = await getLimiters();
  await Promise.all(listKeys(attempt).map((key) => failures.reward(key)));
}

/**
 * Counts a sign-up or a request for a password reset from a client's network address. Returns the number of seconds
 * to wait, or 0.
 */
export async function countRequest(kind: 'create' | 'reset', address: string): Promise<number> {
  const { requests } = await getLimiters();
  return consume(requests, `${kind}:${getNetworkName(address)}`);
}

/** Returns the result of a form that was not processed because its sender has to wait. */
export function refuseForNow<Reply>(reply: Reply, seconds: number) {
  return { ok: false as const, reply, retryAfter: seconds };
}

/** Returns the status and headers of a refusal: 400 for an invalid form, or 429 with the wait in seconds. */
export function getRefusalInit(refusal: { ok: false; retryAfter?: number }): ResponseInit {
  return refusal.retryAfter === undefined
    ? { status: 400 }
    : { status: 429, headers: { 'Retry-After': String(refusal.retryAfter) } };
}

function buildKeys({ account, address, scope }: Attempt): [string, string?] {
  const name = `account:${account.replaceAll('\0', '').trim().toLowerCase().slice(0, 200)}`;
  return scope === 'account' ? [name] : [name, `address:${getNetworkName(address)}`];
}

function listKeys(attempt: Attempt): string[] {
  return buildKeys(attempt).filter((key) => key !== undefined);
}

async function consume(limiter: Limiter, key: string): Promise<number> {
  await deleteFutureCount(limiter, key);
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    // An attempt that could not be counted is not allowed.
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** Deletes a count whose end is later than possible, because it was written while the clock was wrong. */
async function deleteFutureCount(limiter: Limiter, key: string): Promise<void> {
  const store = await getStore();
  await store
    .deleteFrom('throttle')
    .where('key', '=', limiter.getKey(key))
    .where('expire', '>', getLatestMoment() + limiter.duration * 1000)
    .execute();
}

let limiters: ReturnType<typeof makeLimiters> | undefined;

function getLimiters() {
  limiters ??= makeLimiters();
  return limiters;
}

async function makeLimiters() {
  const store = await openStore();
  const make = (keyPrefix: string, points: number, duration: number): Limiter => {
    const options = {
      tableName: 'throttle',
      tableCreated: true,
      // The timer of RateLimiterSQLite does not catch errors, for example of a full disk: see throttleTask.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    };
    return 'query' in store
      ? new RateLimiterPostgres({ ...options, storeClient: store, storeType: 'pool' })
      : new RateLimiterSQLite({
          ...options,
          storeClient: store.sqlite,
          storeType: 'better-sqlite3',
        });
  };
  const all = {
    /** The attempts within WINDOW. The key is blocked during a wait. */
    failures: make('failed', config.SIGN_IN_ATTEMPTS, WINDOW),
    /** The waits that were started within a day. */
    waitCounts: make('rounds', Number.MAX_SAFE_INTEGER, DAY),
    /** The waits that have not ended. */
    activeWaits: make('waiting', 1, LONGEST_WAIT),
    /** The sign-ups and requests for password resets within an hour. */
    requests: make('asked', config.ACCOUNT_REQUESTS, HOUR),
  };
  return all;
}

/** Deletes expired counts every five minutes. */
export const throttleTask = every(
  CLEAR_EVERY_MS,
  'the deletion of expired sign-in counts',
  async () => {
    const store = await getStore();
    const now = Date.now();
    await store
      .deleteFrom('throttle')
      .where((eb) =>
        eb.or([eb('expire', '<', now), eb('expire', '>', getLatestMoment(now) + DAY * 1000)]),
      )
      .execute();
  },
);
