import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../backend/db/migrations';
import { migrateToLatest } from '../../shared/db/migrate';
import { emptyDatabase } from '../support/database';

const SETTING = 'DISCARD_IMPORTED_CHANGES';

const panel = {
  last: '0056-no-remote-imports',
  insert: (n: number) =>
    sql`insert into remote_import (job_id, entity, username, at, state) values (${`job-${n}`}, 'color', 'ann', 1, ${n === 0 ? 'unlisted' : 'stored'})`,
  message:
    /^The changes of 2 imports of the API host are not in the history .+ set DISCARD_IMPORTED_CHANGES=on/,
};
const host = {
  last: '0018-no-collected-changes',
  insert: (n: number) =>
    sql`insert into imported_change (change_id, entity, record_id, after_change, username, at, job_id) values (${`change-${n}`}, 'color', '1', '{}', 'ann', 1, ${n === 0 ? null : 'job'})`,
  message:
    /^A panel has not collected 2 changes by imports yet, .+ set DISCARD_IMPORTED_CHANGES=on to delete them\.$/,
};

/** Opens a database that lacks this migration alone, as a part of one that was two before. */
async function openEarlier(last: string) {
  const db: Kysely<unknown> = await emptyDatabase();
  onTestFinished(() => db.destroy());
  await migrateToLatest(
    db,
    Object.fromEntries(Object.entries(migrations).filter(([name]) => name !== last)),
  );
  return db;
}

afterEach(() => {
  delete process.env[SETTING];
});

describe.each([
  ['panel', panel],
  ['API host', host],
])(
  'changes of imports that a panel had not collected before the upgrade of the %s',
  (_name, of) => {
    it('stop the start with their number, and are still there for the earlier version', async () => {
      const db = await openEarlier(of.last);
      for (const n of [0, 1, 2]) await of.insert(n).execute(db);
      const error: unknown = await migrateToLatest(db, migrations).catch((error: unknown) => error);
      expect(error instanceof Error && error.cause).toMatchObject({
        message: expect.stringMatching(of.message),
      });
      await of.insert(3).execute(db);
    });

    it('are discarded if the setting says so', async () => {
      const db = await openEarlier(of.last);
      for (const n of [0, 1, 2]) await of.insert(n).execute(db);
      process.env[SETTING] = 'on';
      await migrateToLatest(db, migrations);
      await expect(of.insert(3).execute(db)).rejects.toThrow();
      if (of === host)
        expect((await sql`select change_id from imported_change`.execute(db)).rows).toEqual([
          { change_id: 'change-0' },
        ]);
    });

    it('are none if there were none', async () => {
      const db = await openEarlier(of.last);
      await of.insert(0).execute(db);
      await migrateToLatest(db, migrations);
    });
  },
);
