import { createHash } from 'node:crypto';
import { tryToStore } from '../server/unwritable.server';
import { type Claim, takeClaim } from './claims.server';

/**
 * Does the work on a record while no other form of that record is saved, in this panel or another one on the
 * same database. The record therefore does not change between the work's read and its save.
 */
export async function withRecordLock<T>(record: string, work: () => Promise<T>): Promise<T> {
  // Only a hash of the record's address is stored, because the address may contain a person's phone number.
  const key = createHash('sha256').update(record).digest('base64url');
  let claim: Claim | undefined;
  // If the store cannot be written to, the work runs without a lock, and the save itself reports the error.
  await tryToStore(async () => {
    claim = await takeClaim('record_lock', key);
  });
  try {
    return await work();
  } finally {
    await claim?.release();
  }
}
