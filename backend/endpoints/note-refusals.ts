import type { Context } from 'hono';
import { UNKNOWN_ACCOUNT } from '../../shared/username';
import { findUsersNamed } from '../entities/user';
import type { Envelope } from '../wire/envelope';
import type { HostOptions } from './options';
import { TooManyAttempts } from './throttle';

/** The address of the client, for callers over HTTP. */
type Caller = { Bindings: { address?: string } | undefined };

/**
 * Callers send this header with the value `caller` if they add the audit entries of their users' failed attempts
 * themselves, as the panel does.
 */
const ENTRIES_HEADER = 'x-audit-entries';

/** Creates the functions that count refusals for the audit log (`options.refusals`), if the host enters them. */
export function makeRefusalNotes({ db, refusals }: Pick<HostOptions, 'db' | 'refusals'>) {
  const readName = async (typed: unknown) => {
    const [known] = typeof typed === 'string' ? await findUsersNamed(db, typed.trim()) : [];
    return known ? String(known.user_username) : UNKNOWN_ACCOUNT;
  };
  const readAddress = (c: Context<Caller>) => c.env?.address ?? 'unknown';

  return {
    /** Counts a request with a missing or wrong token. */
    noteToken(c: Context<Caller>): void {
      refusals?.count({
        action: 'Refused',
        username: UNKNOWN_ACCOUNT,
        what: 'missing or wrong access token',
        address: readAddress(c),
      });
    },
    /** Counts a change that its user may not make. */
    async noteChange(c: Context<Caller>, user: unknown, reason: string): Promise<void> {
      if (!refusals) return;
      const username = await readName(user);
      refusals.count({ action: 'Refused', username, what: reason, address: readAddress(c) });
    },
    /** Makes an attempt to prove a password, and counts it if it failed or had to wait. */
    async noteAttempt(
      c: Context<Caller>,
      account: unknown,
      what: 'failed sign-in' | 'wrong current password',
      attempt: () => Promise<Envelope>,
    ): Promise<Envelope> {
      if (!refusals) return attempt();
      const address = readAddress(c);
      try {
        const answer = await attempt();
        if (!answer.succeeded && c.req.header(ENTRIES_HEADER) !== 'caller')
          refusals.count({
            action: 'Failed sign-in',
            username: await readName(account),
            what,
            address,
          });
        return answer;
      } catch (error) {
        if (error instanceof TooManyAttempts)
          refusals.count({
            action: 'Lock-out',
            username: await readName(account),
            what: `Sign-ins ${error.scope === 'account' ? 'to the account' : 'from the address'} wait after too many failed attempts`,
            address,
          });
        throw error;
      }
    },
  };
}
