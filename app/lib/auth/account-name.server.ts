import { createHash } from 'node:crypto';
import { embeddedHost } from '../api/embedded-host.server';
import { SOME_ACCOUNT, UNKNOWN_ACCOUNT } from '../api/security-events';
import { config } from '../config.server';
import { log } from '../log.server';
import { panelStore } from '../store/store.server';

/**
 * Returns the username of the account that a typed name stands for, or a word that is no name: people type
 * passwords there. A remote host does not tell which accounts there are: its accounts are known by name once
 * their users have signed in here.
 */
export async function accountName(typed: string): Promise<string> {
  try {
    if (!config.API_HOST_URL)
      return (await (await embeddedHost()).accountNamed(typed)) ?? UNKNOWN_ACCOUNT;
    const known = await (await panelStore())
      .selectFrom('known_account')
      .select('username')
      .where('name_hash', '=', hash(typed))
      .executeTakeFirst();
    return known?.username ?? SOME_ACCOUNT;
  } catch (error) {
    log.warn({ error: String(error) }, 'an account could not be looked up for the audit log');
    return SOME_ACCOUNT;
  }
}

/** Notes who has signed in by this name. */
export async function rememberAccount(typed: string, username: string): Promise<void> {
  if (!config.API_HOST_URL) return;
  try {
    await (await panelStore())
      .insertInto('known_account')
      .values({ name_hash: hash(typed), username: username.slice(0, 255) })
      .onConflict((conflict) =>
        conflict.column('name_hash').doUpdateSet({ username: username.slice(0, 255) }),
      )
      .execute();
  } catch (error) {
    log.warn({ error: String(error) }, 'an account could not be noted for the audit log');
  }
}

function hash(typed: string): string {
  return createHash('sha256').update(typed.trim().toLowerCase()).digest('hex');
}
