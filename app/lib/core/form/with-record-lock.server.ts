import { createHash } from 'node:crypto';
import { tryToStore } from '../server/unwritable.server';
import { takeClaim } from './claims.server';

/**
 * Does the work on a record while no other form of the record is being saved, in this panel or in another panel on the
 * same database. So the record does not change between the read and the save within the work. If saving another form of
 * the record takes too long, calls `onBusy` with a message instead.
 */
export async function withRecordLock<T>(
  record: string,
  work: () => Promise<T>,
  onBusy: (message: string) => Promise<T>,
): Promise<T> {
  // Only a hash of the record's address is stored, because the address may contain a person's phone number.
  const key = createHash('sha256').update(record).digest('base64url');
  // If the store cannot be written to, the work runs without a lock, and the save itself reports the error.
  const claimed = await tryToStore(() => takeClaim('record_lock', key));
  if (claimed && !claimed.ok) return onBusy(claimed.error);
  try {
    return await work();
  } finally {
    await claimed?.value?.release();
  }
}
