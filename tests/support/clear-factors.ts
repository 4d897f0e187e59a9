import { getStore } from '~/lib/core/server/store.server';

/**
 * Removes the second factors, passkeys and counted attempts of all users. Call it before each test that stores some, and
 * after the last one: other files use the same database.
 */
export async function clearFactors(): Promise<void> {
  const store = await getStore();
  for (const table of ['passkey_challenge', 'passkey', 'second_factor_code'] as const)
    await store.deleteFrom(table).execute();
  for (const table of ['second_factor', 'throttle'] as const)
    await store.deleteFrom(table).execute();
}
