import { getDialect } from 'shared/db/dialect-of';
import { makeDemoDates } from 'shared/demo/dates';
import { makeChance } from 'shared/demo/random';
import type { Database } from '../db/types';
import { fillFiles } from './files';
import { fillLogs } from './logs';
import { fillMainApp } from './main-app';
import { fillMessenger } from './messenger';
import { fillReference } from './reference';
import { fillServices } from './services';
import { fillSms } from './sms';
import { fillStudy } from './study';
import { fillUsers } from './users';

export { demoSignIns } from './users';

const SEED = 20_261_031;

/**
 * Fills an empty database with a synthetic study, which is the same at every call on the same day (`today`, as
 * `YYYY-MM-DD`) except for the password hashes. All its events are before that day, except for appointments and
 * mistakes. All people in it are invented. Deletes the first administrator, who has not set a password yet. Throws
 * when the database has any other user or any countries.
 */
export async function fillDemo(
  db: Database,
  { today, filesDir }: { today: string; filesDir: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await refuseUnlessEmpty(transaction);
    await transaction.deleteFrom('user_account').execute();
    // Each part has its own random generator, so that a change to one part does not change the others.
    const chance = (part: number) => makeChance(SEED + part);
    const dates = makeDemoDates(today);
    await fillUsers(transaction, chance(1), dates);
    await fillReference(transaction, chance(2), dates);
    await fillServices(transaction, chance(3), dates);
    await fillFiles(transaction, { chance: chance(9), dates, filesDir });
    await fillMainApp(transaction, chance(4), {
      dates,
      visiting: chance(11),
      planning: chance(10),
    });
    await fillStudy(transaction, chance(5), dates);
    await fillMessenger(transaction, chance(6), dates);
    await fillSms(transaction, chance(7), dates);
    await fillLogs(transaction, chance(8), dates);
    await getDialect(transaction).restartKeys(transaction);
  });
}

async function refuseUnlessEmpty(db: Database): Promise<void> {
  const user = await db
    .selectFrom('user_account')
    .select('user_id')
    .where((eb) => eb.or([eb('user_password', 'is not', null), eb('user_username', '!=', 'admin')]))
    .executeTakeFirst();
  const country = await db.selectFrom('country').select('country_id').executeTakeFirst();
  if (user || country) throw new Error('Demo data goes into an empty database only.');
}
