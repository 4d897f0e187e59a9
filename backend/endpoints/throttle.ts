import { HTTPException } from 'hono/http-exception';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { getNetworkName } from 'shared/network-name';
import { waitMessage } from 'shared/wait-message';
import type { Envelope } from '../wire/envelope';

/** The length of the window in which attempts are counted, in seconds. */
const WINDOW = 15 * 60;
/**
 * The factor between the limits of an address and of an account: an address is usually a panel with many users.
 */
const PEOPLE_BEHIND_AN_ADDRESS = 20;

/**
 * Thrown to refuse an attempt without checking its password. Answered with status 429 and a Retry-After header
 * of `seconds`. `scope` says whose limit was reached.
 */
export class TooManyAttempts extends HTTPException {
  constructor(
    readonly seconds: number,
    readonly scope: 'account' | 'address',
  ) {
    super(429, { message: waitMessage(seconds) });
  }
}

/**
 * Creates the function that limits failed password attempts: at most `attempts` per account in 15 minutes, and
 * twenty times as many per IPv4 address or IPv6 network. The function counts each attempt before it is made, so
 * that concurrent attempts are limited too. A successful attempt is not counted, and resets the count of its
 * account. The function throws TooManyAttempts when a limit is reached.
 */
export function makeAttemptThrottle(attempts: number) {
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
    const network = getNetworkName(address);
    await consume(addresses, network, 'address');
    await consume(accounts, key, 'account');
    const takeBack = () => Promise.all([accounts.reward(key), addresses.reward(network)]);
    try {
      const answer = await attempt();
      if (answer.succeeded) await Promise.all([accounts.delete(key), addresses.reward(network)]);
      return answer;
    } catch (error) {
      // An unexpected error says nothing about the password, so the attempt is not counted.
      await takeBack();
      throw error;
    }
  };
}

async function consume(
  limiter: RateLimiterMemory,
  key: string,
  scope: TooManyAttempts['scope'],
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new TooManyAttempts(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), scope);
  }
}
