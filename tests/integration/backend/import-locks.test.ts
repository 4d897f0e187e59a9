import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { applyJob } from '../../../backend/import/apply';
import { importTable } from '../../../backend/import/import-tables';
import { commitJob, createJob } from '../../../backend/import/job-store';
import type { Pace } from '../../../backend/import/pace';
import { dropJob } from '../../../backend/import/release';
import { stageFile } from '../../../backend/import/stage';
import { defined } from '../../../shared/defined';
import { onPostgres } from '../../support/database';
import { runs } from '../../support/full';
import { STAMP, startHost, type TestHost } from '../../support/start-host';
import { importer } from './import-support';

const ID = '11111111-1111-4111-8111-111111111111';

function getSpec(wireName: string) {
  const spec = importTable(wireName);
  if (!spec) throw new Error(`there is no table ${wireName}`);
  return spec;
}

const begin = ({ db }: TestHost, wireName: string) =>
  createJob(db, getSpec(wireName), { id: ID, dryRun: false, user: 'ann', now: STAMP });

/** Measures the processor time of removing an import that has claimed this many texts. */
async function costOfRemoving(texts: number): Promise<number> {
  const host = await startHost();
  await begin(host, 'sms-category');
  await sql`insert into import_text (claimed_table, folded, job_id)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(texts)})
    select 'sms_category', 'name ' || n, ${ID} from numbers`.execute(host.db);
  const before = process.cpuUsage();
  await dropJob(host.db, ID, { state: 'failed' });
  const { user, system } = process.cpuUsage(before);
  expect(await host.db.selectFrom('import_text').selectAll().execute()).toEqual([]);
  await host.close();
  return user + system;
}

it('an import releases its names in linear time: eight times as many take about eight times as long', async () => {
  const texts = runs(10_000, 20_000);
  const ratios: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const few = await costOfRemoving(texts);
    ratios.push((await costOfRemoving(8 * texts)) / few);
    if (defined(ratios[attempt]) <= 16) break;
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(16);
});

const saved = {
  ...{ sms_cat_createuser: 'ann', sms_cat_createdate: STAMP },
  ...{ sms_cat_lastupdateuser: 'ann', sms_cat_lastupdatedate: STAMP },
};

it('a row whose name or ID somebody else saves meanwhile is refused with its line, and counted once', async () => {
  const report = async (file: string, other: { sms_cat_id?: number; sms_cat_name: string }) => {
    const host = await startHost();
    onTestFinished(() => host.close());
    const job = importer(host).job('sms-categories', file);
    await begin(host, 'sms-category');
    return stageFile(host.db, job, ID, async (transaction) => {
      await host.db
        .insertInto('sms_category')
        .values({ ...saved, ...other })
        .execute();
      return transaction();
    });
  };
  const file = 'Name,Description,Status\nFirst,x,1\nSecond,x,1\nThird,x,1\n';
  expect(await report(file, { sms_cat_name: 'second' })).toMatchObject({
    ...{ rows: 3, added: 2, refused: 1 },
    refusals: [{ line: 3, reason: "The SMS category 'Second' exists already" }],
  });
  const withIds = 'ID,Name,Description,Status\n901,Fourth,x,1\n902,Fifth,x,1\n';
  expect(await report(withIds, { sms_cat_id: 902, sms_cat_name: 'Other' })).toMatchObject({
    ...{ rows: 2, added: 1, refused: 1 },
    refusals: [{ line: 3, reason: 'Somebody has just added a record with the ID 902' }],
  });
});

/** Makes each insert of a row that meets the condition take tens of milliseconds. */
async function slowDownInserts({ db }: TestHost, table: string, condition: string): Promise<void> {
  if (onPostgres) {
    await sql`create function slow_down() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.03); return null; end $$`.execute(db);
    await sql`create trigger slow after insert on ${sql.table(table)}
      for each row when (${sql.raw(condition)}) execute function slow_down()`.execute(db);
    return;
  }
  await sql`create trigger slow after insert on ${sql.table(table)} when ${sql.raw(condition)} begin
    select count(*) from (with recursive numbers(n) as
      (select 1 union all select n + 1 from numbers where n < 200000) select n from numbers);
  end`.execute(db);
}

it('a transaction writes fewer rows once the rows take longer', async () => {
  const host = await startHost();
  const short = Array.from({ length: 1_000 }, (_, n) => `Short ${n},x`);
  const long = Array.from({ length: 30 }, (_, n) => `Long ${n},${`${n} word `.repeat(8_000)}`);
  const rows = [...short, ...long].map((row) => `${row},Road,1,2,Active\n`);
  const job = importer(host).job(
    'facilities',
    `Name,Content,Address,Latitude,Longitude,Status\n${rows.join('')}`,
  );
  await begin(host, 'facility');
  const report = await stageFile(host.db, job, ID);
  expect(report).toMatchObject({ added: 1_030, refused: 0 });
  await commitJob(host.db, ID, report);
  await slowDownInserts(host, 'facility', "new.facility_name like 'Long %'");

  const count = async (name: string) => {
    const { n } = await host.db
      .selectFrom('facility')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('facility_name', 'like', `${name} %`)
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const written: { short: number; long: number }[] = [];
  const counting: Pace = async (transaction) => {
    const before = { short: await count('Short'), long: await count('Long') };
    const result = await transaction();
    written.push({
      short: (await count('Short')) - before.short,
      long: (await count('Long')) - before.long,
    });
    return result;
  };
  await applyJob(host.db, ID, () => {}, counting);
  expect([await count('Short'), await count('Long')]).toEqual([1_000, 30]);
  expect(Math.max(...written.map(({ short: n }) => n))).toBeGreaterThan(10);
  expect(Math.max(...written.map(({ long: n }) => n))).toBeLessThanOrEqual(3);
});

it('a transaction begins with one row, because each row may take long', async () => {
  const host = await startHost();
  onTestFinished(() => host.close());
  const rows = Array.from({ length: 40 }, (_, n) => `S-1,call ${n},\n`);
  const job = importer(host).job(
    'follow-ups',
    `study_number,checkin_type,next_checkin_date\n${rows.join('')}`,
  );
  await begin(host, 'followup');
  const report = await stageFile(host.db, job, ID);
  expect(report).toMatchObject({ added: 40, refused: 0 });
  await commitJob(host.db, ID, report);
  await slowDownInserts(host, 'follow_up', 'true');
  const count = async () => (await host.db.selectFrom('follow_up').select('id').execute()).length;
  const written: number[] = [];
  const counting: Pace = async (transaction) => {
    const before = await count();
    const result = await transaction();
    written.push((await count()) - before);
    return result;
  };
  await applyJob(host.db, ID, () => {}, counting);
  expect(await count()).toBe(40);
  // The names are released in transactions that write no rows.
  expect(Math.max(...written)).toBeLessThanOrEqual(2);
});
