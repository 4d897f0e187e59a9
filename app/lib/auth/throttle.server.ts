import { RateLimiterPostgres, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import { toErrorText } from 'shared/error-text';
import { getNetworkName } from 'shared/network-name';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getLatestMoment } from '../server/present';
import { getStore, openStore } from '../server/store.server';

type Limiter = RateLimiterPostgres | RateLimiterSQLite;

/** Seconds. */
const WINDOW = 15 * 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const CLEAR_EVERY_MS = 5 * 60_000;
/** The first wait; each further failure doubles it. */
const FIRST_WAIT = 60;
/** Longer ones would let a stranger lock somebody out for long. */
const LONGEST_WAIT = 15 * 60;

/** The account and the client's address of an attempt, as far as the panel knows them. */
export interface Attempt {
  account: string;
  address: string;
}

/** Counts an attempt before it is made, so that concurrent ones count too. Returns the seconds to wait, or 0. */
export async function startAttempt(attempt: Attempt): Promise<number> {
  const { failures } = await getLimiters();
  const [account, address] = buildKeys(attempt);
  // One key's wait does not count against the other: pressing again must not lock out an office.
  const accountWait = await consume(failures, account);
  if (accountWait > 0) return accountWait;
  const addressWait = await consume(failures, address);
  if (addressWait > 0) await failures.reward(account);
  return addressWait;
}

/** A wait that begins. */
export interface Wait {
  of: 'to the account' | 'from the address';
  minutes: number;
}

/**
 * Counts a failed attempt and returns the waits that begin with it. From the last free attempt on, each failure
 * doubles the wait, except a failure during a wait of an attempt that began before it. A day after the first
 * wait, the failures are forgotten; further failures do not extend that day.
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
 * The attempt succeeded: the account starts afresh. The address keeps its failures of the last minutes,
 * and its waits start afresh: people work there.
 */
export async function attemptSucceeded(attempt: Attempt): Promise<void> {
  const { failures, rounds, waiting } = await getLimiters();
  const [account, address] = buildKeys(attempt);
  await Promise.all([failures, rounds, waiting].map((limiter) => limiter.delete(account)));
  await rounds.delete(address);
  await failures.reward(address);
}

/** Takes back the count of an attempt that the host did not judge because it is down. */
export async function attemptDropped(attempt: Attempt): Promise<void> {
  const { failures } = await getLimiters();
  await Promise.all(buildKeys(attempt).map((key) => failures.reward(key)));
}

/** Counts a sign-up or reset of an address. Returns the seconds to wait, or 0. */
export async function countRequest(kind: 'create' | 'reset', address: string): Promise<number> {
  const { requests } = await getLimiters();
  return consume(requests, `${kind}:${getNetworkName(address)}`);
}

/** The result of a form that was not processed because its sender has to wait. */
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
    // Whatever else is thrown: uncounted attempts are not let through.
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** Restarts a count whose end is later than it can have been set, which a wrong clock has written. */
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
      // Its own timer does not catch what a full disk makes it throw.
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
