import { createHash, randomBytes } from 'node:crypto';
import { config, getPublicUrl } from './config.server';
import { getStore } from './store.server';

const SETTING = 'cookie-id';

const suffix = computeSuffix(await readId(), config.PUBLIC_URL ?? '');

/**
 * Returns the name of a cookie of this panel. Browsers send the cookies of a host to all of its ports, so that the name
 * differs between panels on one host. Instances that share a store share the name. With https, the prefix restricts the
 * cookie to this host (RFC 6265bis, 4.1.3.2).
 */
export function nameCookie(name: string): string {
  return `${nameFormerCookie(name)}-${suffix}`;
}

/** Returns the name that a cookie had in versions whose names were the same in all panels. */
export function nameFormerCookie(name: string): string {
  return getPublicUrl().startsWith('https:') ? `__Host-${name}` : name;
}

/**
 * Returns the end of the names for a panel with this id at this address. A panel that was restored from the backup of
 * another one has the same id, but another address.
 */
export function computeSuffix(id: string, publicUrl: string): string {
  return createHash('sha256')
    .update(JSON.stringify([id, publicUrl]))
    .digest('hex')
    .slice(0, 8);
}

/** Returns the random id of this store. Stores it at the first start. */
async function readId(): Promise<string> {
  const db = await getStore();
  const select = db.selectFrom('shared_setting').select('value').where('name', '=', SETTING);
  const known = await select.executeTakeFirst();
  if (known) return known.value;
  await db
    .insertInto('shared_setting')
    .values({ name: SETTING, value: randomBytes(12).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await select.executeTakeFirstOrThrow()).value;
}
