import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Migrator, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../backend/db/migrations';
import { type DatabaseLocation, getLocation, openDatabase } from '../../shared/db/connect';
import { dropDatabase, getDatabaseUrl } from '../support/database';
import { tempFolder } from '../support/folders';

/** Starts a process that opens the database, prints this, and migrates the database when it receives input. */
function startMigrating(location: DatabaseLocation) {
  const source = (file: string) => JSON.stringify(path.resolve(file));
  const program = `
    import { once } from 'node:events';
    import { openDatabase } from ${source('shared/db/connect.ts')};
    import { migrateToLatest } from ${source('shared/db/migrate.ts')};
    import { migrations } from ${source('backend/db/migrations/index.ts')};
    const db = await openDatabase(${JSON.stringify(location)});
    process.stdout.write('open');
    await once(process.stdin, 'data');
    process.stdout.write('ing');
    await migrateToLatest(db, migrations);
    await db.destroy();
    process.stdin.destroy();
    process.stdout.write(', done');`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('two processes that rename the recorded migrations of one database at the same time both succeed', async () => {
  const dataDir = tempFolder();
  const location = getLocation(dataDir, await getDatabaseUrl(dataDir));
  onTestFinished(() => dropDatabase(dataDir));
  const db = await openDatabase<{ kysely_migration: { name: string } }>(location);
  onTestFinished(() => db.destroy());
  // The first names of migrations began with their dates, and have the same order as the migrations.
  const earlier = Object.values(migrations).flatMap(({ formerNames = [], ...migration }) =>
    formerNames
      .filter((name) => name.startsWith('2026-'))
      .map((name) => [name, migration] as const),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(earlier) },
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();

  const children = [startMigrating(location), startMigrating(location)];
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const answers = children.map(async (child) => {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { stdout, stderr };
  });
  // Both of them wait for this transaction.
  await db.transaction().execute(async (transaction) => {
    await sql`update kysely_migration set name = name`.execute(transaction);
    for (const child of children) child.stdin.write('go');
    await Promise.all(children.map((child) => once(child.stdout, 'readable')));
  });
  expect(await Promise.all(answers)).toEqual(
    children.map(() => ({ stdout: 'ing, done', stderr: '' })),
  );
  const names = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  expect(names.map(({ name }) => name)).toEqual(Object.keys(migrations));
});
