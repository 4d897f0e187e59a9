import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../backend/db/migrations';
import { linkedParticipant } from '../../../backend/entities/linked-participant';
import { getAllTables } from '../../../backend/entities/tables';
import { getDialect } from '../../../shared/db/dialect-of';
import { migrateToLatest } from '../../../shared/db/migrate';
import { declarations } from '../../../shared/entities';
import { type EntityDeclaration, getWireName } from '../../../shared/entities/declaration';
import { emptyDatabase } from '../../support/database';

/**
 * The tables whose names differ: `user` is a keyword of SQL, and the digests and signatures of the logs, and the
 * checkpoints outside the database, contain the names of their tables.
 */
const exceptions = {
  user: 'user_account',
  'audit-log': 'audit_entry',
  'sign-in-log': 'login_entry',
  'error-log': 'log_entry',
};

it('a table has the name of its entity', () => {
  const tables = new Map(
    [...getAllTables(), linkedParticipant].map(({ wireName, table }) => [wireName, table]),
  );
  const different = declarations.flatMap((declaration: EntityDeclaration) => {
    const table = tables.get(getWireName(declaration));
    const isSame = table === undefined || table === declaration.name.replaceAll('-', '_');
    return isSame ? [] : [[declaration.name, table]];
  });
  expect(Object.fromEntries(different)).toEqual(exceptions);
});

it('a database of an earlier version keeps its rows, ids and claimed texts under the new names', async () => {
  const db: Kysely<unknown> = await emptyDatabase();
  onTestFinished(() => db.destroy());
  const earlier = Object.entries(migrations).filter(([name]) => name < '0015');
  await migrateToLatest(db, Object.fromEntries(earlier));
  for (const statement of [
    sql`insert into participant (study_number) values ('S-1')`,
    sql`insert into followup (study_number) values ('S-1'), ('S-2')`,
    sql`delete from followup where study_number = 'S-2'`,
    sql`insert into study_followup (sfollow_name) values ('Mwansa')`,
    sql`insert into phone (phone_number) values ('+26097'), ('+26098')`,
    sql`insert into peer (part_peer, part_number) values ('+26097', '+26098')`,
    sql`insert into import_job (job_id, noun, state, rows, skipped, saved_by, saved_at, started_at)
      values ('job', 'followup', 'staged', 1, 0, 'ann', '2024-01-01 10:00:00', 1)`,
    sql`insert into import_text (claimed_table, folded, job_id) values ('followup', 's-3', 'job')`,
  ])
    await statement.execute(db);
  // Maintains a column from another table, as the triggers for derived fields of the earlier version did.
  await getDialect(db).replaceTrigger(db, {
    name: 'derived_1',
    table: 'participant',
    event: 'insert',
    statements: [sql`update followup set derived_sign = 'trigger' where study_number = 'S-1'`],
  });

  await migrateToLatest(db, migrations);

  const read = async (table: string, columns: string) =>
    (await sql`select ${sql.raw(columns)} from ${sql.table(table)}`.execute(db)).rows;
  expect(await read('study_follow_up', 'sfollow_name')).toEqual([{ sfollow_name: 'Mwansa' }]);
  expect(await read('linked_participant', 'part_peer, part_number')).toEqual([
    { part_peer: '+26097', part_number: '+26098' },
  ]);
  expect(await read('import_text', 'claimed_table')).toEqual([{ claimed_table: 'follow_up' }]);
  await sql`insert into participant (study_number) values ('S-2')`.execute(db);
  await sql`insert into follow_up (study_number) values ('S-3')`.execute(db);
  expect(await read('follow_up', 'id, study_number, derived_sign')).toEqual([
    { id: 1, study_number: 'S-1', derived_sign: null },
    { id: 3, study_number: 'S-3', derived_sign: null },
  ]);
});
