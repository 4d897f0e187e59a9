import { readFileSync } from 'node:fs';
import { verifyHistory } from 'backend/history/verify';
import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { verifyAudit } from '../../../backend/audit/chain';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import { migrateToLatest } from '../../../shared/db/migrate';
import { emptyDatabase } from '../../support/database';
import { testKeys } from '../../support/keys';

/** The statements that store the rows of an earlier version in the panel's and in the host's database. */
const [, panel = '', host = ''] = readFileSync('tests/fixtures/chains.sql', 'utf8').split(
  /^-- .+\n/m,
);

async function openFilled<DB>(known: typeof migrations, statements: string): Promise<Kysely<DB>> {
  const db = await emptyDatabase<DB>();
  onTestFinished(() => db.destroy());
  await migrateToLatest(db, known);
  for (const statement of statements.trim().split('\n')) await sql.raw(statement).execute(db);
  return db;
}

it('chains and heads that an earlier version has stored still verify', async () => {
  const { ring } = testKeys;
  const history = { db: await openFilled<StudyTables>(migrations, panel), ring };
  expect(await verifyHistory(history)).toEqual({ changes: 2, lost: 0, errors: [] });
  const reports = await verifyAudit(await openFilled<StudyTables>(migrations, host), { ring });
  expect(reports.map(({ entries }) => entries)).toEqual([2, 1, 0]);
  expect(reports.flatMap(({ errors }) => errors)).toEqual([]);
});
