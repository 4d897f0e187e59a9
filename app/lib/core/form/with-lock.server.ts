import { createHash } from 'node:crypto';
import { tryToStore } from '../server/unwritable.server';
import { takeClaim } from './claims.server';

/**
 * Does the work while no other work with the same name is done, in this panel or in another panel on the same database.
 * If the other work takes too long, calls `onBusy` with a message instead.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  onBusy: (message: string) => Promise<T>,
): Promise<T> {
  // Only a hash of the name is stored, because the address of a record may contain a person's phone number.
  const key = createHash('sha256').update(name).digest('base64url');
  // If the store cannot be written to, the work runs without a lock, and the save itself reports the error.
  const claimed = await tryToStore(() => takeClaim('record_lock', key));
  if (claimed && !claimed.ok) return onBusy(claimed.error);
  try {
    return await work();
  } finally {
    await claimed?.value?.release();
  }
}
