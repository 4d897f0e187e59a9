import { randomUUID } from 'node:crypto';
import { removeFactors } from '../app/lib/core/proof/remove-factors';
import type { Database } from '../backend/db/types';
import { EMBEDDED, getRemoteAddress } from '../shared/settings/host-address';
import { readSettings } from '../shared/settings/read';
import { factorSettings } from '../shared/settings/settings';
import { withStudyDatabase } from './databases';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';

/**
 * Runs `npm run second-factor:remove`: removes the second factor of a user of the present API host, for an
 * administrator who has lost their phone and their recovery codes.
 */
export async function run(args: string[]): Promise<void> {
  const [username, ...more] = readArguments('second-factor:remove', args).positionals;
  if (!username || more.length > 0) throw new UsageError('Name one user', 'second-factor:remove');
  const settings = readSettings(factorSettings, process.env);
  const host = getRemoteAddress(settings) ?? EMBEDDED;
  await withStudyDatabase(settings, async (db) => {
    const removed = await db.transaction().execute(async (transaction) => {
      const names = await removeFactors(transaction, (eb) => eb.and({ host, username }));
      if (names.length > 0) await enterRemoval(transaction, username);
      return names.length;
    });
    if (removed === 0) throw new Error(`No user ${username} has a second factor.`);
    print(`The second factor of ${username} has been removed.`);
  });
}

/** Stores the audit entry of the removal. The panel sends it at the next start. */
async function enterRemoval(transaction: Database, username: string): Promise<void> {
  await transaction
    .insertInto('audit_intent')
    .values({
      ...{ id: randomUUID(), owner: '', username, title: 'Second factor' },
      ...{ action: 'Second factor', description: 'Removed the second factor with a command' },
      ...{ state: 'due', created_at: Date.now(), due_at: 0, attempts: 0 },
    })
    .execute();
}
