import { createHash } from 'node:crypto';
import { tryToStore } from '../server/unwritable.server';
import { type Claim, takeClaim } from './claims.server';

/**
 * Does the work on a record while no other form of it is saved, at this panel or another on the same database: what the
 * work reads of the record is unchanged when the work saves it.
 */
export async function withRecordLock<T>(record: string, work: () => Promise<T>): Promise<T> {
  // The name of a record may hold a person's number.
  const key = createHash('sha256').update(record).digest('base64url');
  let claim: Claim | undefined;
  // Without a store that can be written to, the save itself reports it and keeps what was typed.
  await tryToStore(async () => {
    claim = await takeClaim('record_lock', key);
  });
  try {
    return await work();
  } finally {
    await claim?.release();
  }
}
