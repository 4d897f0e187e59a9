import { createHash } from 'node:crypto';
import { cutText } from 'shared/cut-text';
import { toErrorText } from 'shared/error-text';
import { SOME_ACCOUNT, UNKNOWN_ACCOUNT } from 'shared/username';
import { getApiHost } from '../host/host.server';
import { log } from '../server/log.server';
import { getStore } from '../server/store.server';

/**
 * Returns the username of the account with a typed name, for the audit log. Returns a fixed text if no such account is
 * known: the typed name must not be logged, because it may be a password. An account of a remote host is known only
 * after its user has signed in to this panel.
 */
export async function readAccountName(typed: string): Promise<string> {
  try {
    const host = getApiHost();
    if (host.isEmbedded) return (await host.findAccountName(typed)) ?? UNKNOWN_ACCOUNT;
    const known = await (await getStore())
      .selectFrom('known_account')
      .select('username')
      .where('name_hash', '=', hash(typed))
      .executeTakeFirst();
    return known?.username ?? SOME_ACCOUNT;
  } catch (error) {
    log.warn({ error: toErrorText(error) }, 'an account could not be looked up for the audit log');
    return SOME_ACCOUNT;
  }
}

/**
 * Stores the username of the account that has signed in with a typed name. Does nothing for the embedded host.
 */
export async function rememberAccount(typed: string, username: string): Promise<void> {
  if (getApiHost().isEmbedded) return;
  try {
    await (await getStore())
      .insertInto('known_account')
      .values({ name_hash: hash(typed), username: cutText(username, 255) })
      .onConflict((conflict) =>
        conflict.column('name_hash').doUpdateSet({ username: cutText(username, 255) }),
      )
      .execute();
  } catch (error) {
    log.warn({ error: toErrorText(error) }, 'an account could not be noted for the audit log');
  }
}

function hash(typed: string): string {
  return createHash('sha256').update(typed.trim().toLowerCase()).digest('hex');
}
