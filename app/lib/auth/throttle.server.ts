import { RateLimiterPostgres, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { toErrorText } from 'shared/error-text';
import { getNetworkName } from 'shared/network-name';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getLatestMoment } from '../server/present';
import { getStore, openStore } from '../server/store.server';

type Limiter = RateLimiterPostgres | RateLimiterSQLite;

/** The time in seconds in which failed sign-ins are counted. */
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
}

/**
 * Counts an attempt before it is made, so that concurrent attempts count too. Returns the number of seconds to
 * wait, or 0 if the attempt may be made.
 */
export async function startAttempt(attempt: Attempt): Promise<number> {
  const { failures } = await getLimiters();
  const [account, address] = buildKeys(attempt);
  // An attempt that has to wait for one key does not count for the other. Otherwise, repeated attempts for one
  // account would lock out all users of its address.
  const accountWait = await consume(failures, account);
  if (accountWait > 0) return accountWait;
  const addressWait = await consume(failures, address);
  if (addressWait > 0) await failures.reward(account);
  return addressWait;
}

/** A wait that a failed attempt has started. */
export interface Wait {
  of: 'to the account' | 'from the address';
  minutes: number;
}

/**
 * Counts a failed attempt and returns the waits that it starts. From the last attempt without a wait on, each
 * failure doubles the wait, up to LONGEST_WAIT. The failure of an attempt that was made before a wait, but ends
 * during it, does not count. A day after the first wait, the counts end. Further failures do not extend that
 * day.
 */
export async function attemptFailed(attempt: Attempt): Promise<Wait[]> {
  const { failures, rounds, waiting } = await getLimiters();
  const waits: Wait[] = [];
  for (const [index, key] of buildKeys(attempt).entries()) {
    await Promise.all([failures, rounds, waiting].map((limiter) => forgetFuture(limiter, key)));
    const [used, before] = await Promise.all([failures.get(key), rounds.get(key)]);
    if (!before && (used?.consumedPoints ?? 0) < config.SIGN_IN_ATTEMPTS) continue;
    // In one step, because several attempts can fail at the same moment.
    const { consumedPoints: ended } = await waiting.penalty(key, 1, { customDuration: FIRST_WAIT });
    if (ended > 1) continue;
    const { consumedPoints: round } = await rounds.penalty(key);
    const seconds = Math.min(FIRST_WAIT * 2 ** (round - 1), LONGEST_WAIT);
    await Promise.all([failures.block(key, seconds), waiting.block(key, seconds)]);
    waits.push({ of: index === 0 ? 'to the account' : 'from the address', minutes: seconds / 60 });
  }
  return waits;
}

/**
 * Resets the counts after a successful attempt. Deletes all counts of the account. Of the address, deletes the
 * count of waits, but keeps the failures of the last 15 minutes.
 */
export async function attemptSucceeded(attempt: Attempt): Promise<void> {
  const { failures, rounds, waiting } = await getLimiters();
  const [account, address] = buildKeys(attempt);
  await Promise.all([failures, rounds, waiting].map((limiter) => limiter.delete(account)));
  await rounds.delete(address);
  await failures.reward(address);
}

/** Removes an attempt from the counts, because it did not get as far as a check of the password. */
export async function attemptDropped(attempt: Attempt): Promise<void> {
  const { failures } = await getLimiters();
  await Promise.all(buildKeys(attempt).map((key) => failures.reward(key)));
}

/** Counts a sign-up or password reset of an address. Returns the number of seconds to wait, or 0. */
export async function countRequest(kind: 'create' | 'reset', address: string): Promise<number> {
  const { requests } = await getLimiters();
  return consume(requests, `${kind}:${getNetworkName(address)}`);
}

/** Returns the result of a form that was not processed because its sender has to wait. */
export function refuseForNow<Reply>(reply: Reply, seconds: number) {
  return { ok: false as const, reply, retryAfter: seconds };
}

/** Returns the response's status and headers: 400 for an invalid form, 429 with the wait in seconds. */
export function getRefusalInit(refusal: { ok: false; retryAfter?: number }): ResponseInit {
  return refusal.retryAfter === undefined
    ? { status: 400 }
    : { status: 429, headers: { 'Retry-After': String(refusal.retryAfter) } };
}

function buildKeys({ account, address }: Attempt): [string, string] {
  const name = account.replaceAll('\0', '').trim().toLowerCase().slice(0, 200);
  return [`account:${name}`, `address:${getNetworkName(address)}`];
}

async function consume(limiter: Limiter, key: string): Promise<number> {
  await forgetFuture(limiter, key);
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    // An attempt that could not be counted is not allowed.
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** Deletes a count that ends later than is possible, because it was written when the clock was wrong. */
async function forgetFuture(limiter: Limiter, key: string): Promise<void> {
  const store = await getStore();
  await store
    .deleteFrom('throttle')
    .where('key', '=', limiter.getKey(key))
    .where('expire', '>', getLatestMoment() + limiter.duration * 1000)
    .execute();
}

let made: ReturnType<typeof makeLimiters> | undefined;

function getLimiters() {
  made ??= makeLimiters();
  return made;
}

async function makeLimiters() {
  const store = await openStore();
  const make = (keyPrefix: string, points: number, duration: number): Limiter => {
    const options = {
      tableName: 'throttle',
      tableCreated: true,
      // The library's timer does not catch errors, for example of a full disk.
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
    failures: make('failed', config.SIGN_IN_ATTEMPTS, WINDOW),
    rounds: make('rounds', Number.MAX_SAFE_INTEGER, DAY),
    waiting: make('waiting', 1, LONGEST_WAIT),
    requests: make('asked', config.ACCOUNT_REQUESTS, HOUR),
  };
  setInterval(() => void clearExpired(), CLEAR_EVERY_MS).unref();
  return all;
}

async function clearExpired(): Promise<void> {
  try {
    const store = await getStore();
    const now = Date.now();
    await store
      .deleteFrom('throttle')
      .where((or) =>
        or.or([or('expire', '<', now), or('expire', '>', getLatestMoment(now) + DAY * 1000)]),
      )
      .execute();
  } catch (error) {
    log.warn({ error: toErrorText(error) }, 'old throttles could not be cleared');
  }
}
