import { HTTPException } from 'hono/http-exception';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Envelope } from './envelope';

/** Seconds. */
const WINDOW = 15 * 60;
/** A caller is a panel most of the time, behind which many people sign in. */
const PEOPLE_BEHIND_AN_ADDRESS = 20;

/** Refuses an attempt unseen: status 429 with Retry-After. */
export class TooManyAttempts extends HTTPException {
  constructor(readonly seconds: number) {
    const minutes = Math.ceil(seconds / 60);
    super(429, {
      message: `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    });
  }
}

/**
 * Makes the function that lets attempts at a password through: `attempts` failed ones of an account in 15
 * minutes, and twenty times as many of an address. An attempt is counted before it is made, so that many
 * at once are counted too; one that succeeds is taken back. Throws TooManyAttempts.
 */
export function attemptThrottle(attempts: number) {
  const accounts = new RateLimiterMemory({ points: attempts, duration: WINDOW });
  const addresses = new RateLimiterMemory({
    points: attempts * PEOPLE_BEHIND_AN_ADDRESS,
    duration: WINDOW,
  });
  return async (
    { account, address }: { account: string; address: string },
    attempt: () => Promise<Envelope>,
  ): Promise<Envelope> => {
    const key = account.trim().toLowerCase().slice(0, 200);
    await consume(addresses, address);
    await consume(accounts, key);
    const takeBack = () => Promise.all([accounts.reward(key), addresses.reward(address)]);
    try {
      const answer = await attempt();
      if (answer.succeeded) await Promise.all([accounts.delete(key), addresses.reward(address)]);
      return answer;
    } catch (error) {
      // The host is in trouble: the password was not judged.
      await takeBack();
      throw error;
    }
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new TooManyAttempts(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
  }
}
