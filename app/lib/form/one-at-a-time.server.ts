import { createHash } from 'node:crypto';
import { tryToStore } from '../store/unwritable.server';
import { type Claimed, takeClaim } from './claims.server';

/**
 * Does the work on a record while no other form of it is saved, at this panel or another on the same
 * database: what is read of it in the work still stands when the work saves it.
 */
export async function oneAtATime<T>(record: string, work: () => Promise<T>): Promise<T> {
  // A row among the forms under way; what it names may be a person's number.
  const token = createHash('sha256').update(`record ${record}`).digest('base64url');
  let claimed: Claimed | undefined;
  // Without a store that takes anything, the save itself says so and keeps what was typed.
  await tryToStore(async () => {
    claimed = await takeClaim({ username: '', token });
  });
  try {
    return await work();
  } finally {
    if (claimed?.isMine) await claimed.claim.release();
  }
}
