import path from 'node:path';
import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { chains } from '../../../backend/audit/chain';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import type { Database } from '../../../backend/db/types';
import { analytic } from '../../../backend/entities/analytic';
import { datedTables } from '../../../backend/entities/host-database';
import { getKinds } from '../../../backend/entities/table';
import { fillSortableDates } from '../../../backend/lists/fill-sortable-dates';
import { checkDatabase } from '../../../cli/databases';
import { listTables } from '../../../cli/table-list';
import { getLocation, openDatabase, STUDY_FILE } from '../../../shared/db/connect';
import { migrateToLatest } from '../../../shared/db/migrate';
import { openSqlite } from '../../../shared/db/sqlite-file';
import { byName } from '../../../shared/db/types';
import { parseListQuery } from '../../../shared/list/grammar';
import { applyListQuery } from '../../../shared/list/memory';
import { getDatabaseUrl, onPostgres } from '../../support/database';
import { tempFolder } from '../../support/folders';
import { dates, findWrongDates, readDates } from '../../support/sortable-dates';
import { startHost, type TestHost, TIME_ZONE } from '../../support/start-host';
import { importer } from './import-support';

const texts = [
  '2024-02-29',
  '2024-01-01 10:00:00',
  '2024-01-01T23:30:00Z',
  '2024-01-01T01:00:00+05:00',
  ' 2024-01-01 10:00 ',
  '2024-02-30',
  '31/12/2024',
  '',
  null,
];

describe('each date of each table', () => {
  it('has a column of sortable values, and each such column belongs to a date', async () => {
    const made = new Map(
      (await listTables(migrations)).map(({ name, columns }) => [name, columns]),
    );
    for (const { table, stored } of dates) {
      const expected = table.appendOnly ? [] : stored.map((name) => `${name}_sortable`);
      const sortable = made.get(table.table)?.filter((name) => name.endsWith('_sortable')) ?? [];
      expect([table.table, sortable.sort()]).toEqual([table.table, expected.sort()]);
    }
    const named = dates.map(({ table }) => table.table);
    for (const [name, columns] of made)
      if (!named.includes(name))
        expect([name, columns.filter((column) => column.endsWith('_sortable'))]).toEqual([
          name,
          [],
        ]);
  });

  it('lacks such a column only in the logs and in the bin, whose rows never change', () => {
    const appendOnly = dates.filter(({ table }) => table.appendOnly);
    expect(appendOnly.map(({ table }) => table.table).sort()).toEqual(
      [...chains.map(({ table }) => table), 'deleted_record'].sort(),
    );
  });
});

describe('a written row', () => {
  it('gets the sortable values of its dates, whatever the dates and the statement', async () => {
    const { db } = await startHost();
    const values = { phone_number: '1', phone_createdate: '2024-01-01T23:30:00Z' };
    await db
      .insertInto('phone')
      .values([
        values,
        { phone_number: '2' },
        { phone_number: '3', phone_lastupdatedate: '2024-1' },
      ])
      .execute();
    const read = () =>
      db
        .selectFrom('phone')
        .select(['phone_createdate_sortable', 'phone_lastupdatedate_sortable'])
        .orderBy('phone_id')
        .execute();
    const none = { phone_createdate_sortable: null, phone_lastupdatedate_sortable: null };
    const first = { ...none, phone_createdate_sortable: '2024-01-02 01:30:00' };
    expect(await read()).toEqual([first, none, none]);
    await db
      .updateTable('phone as p')
      .set({ phone_lastupdatedate: ' 2024-02-29' })
      .where('p.phone_number', '=', '2')
      .execute();
    await db
      .insertInto('phone')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('phone_number').doUpdateSet({ phone_createdate: '2024-03-01T00:00Z' }),
      )
      .execute();
    expect(await read()).toEqual([
      { ...first, phone_createdate_sortable: '2024-03-01 02:00:00' },
      { ...none, phone_lastupdatedate_sortable: '2024-02-29' },
      none,
    ]);
    await db.updateTable('phone').set({ phone_createdate: null }).execute();
    expect((await read()).map((row) => row.phone_createdate_sortable)).toEqual([null, null, null]);
  });

  it('is refused when SQL computes a date, because its sortable value is computed outside SQL', async () => {
    const { db } = await startHost();
    const computed = db
      .updateTable('phone')
      .set((eb) => ({ phone_createdate: eb.ref('phone_lastupdatedate') }));
    await expect(computed.execute()).rejects.toThrow(
      'A column with a computed companion is written as a value',
    );
    const selected = db
      .insertInto('phone')
      .columns(['phone_number', 'phone_createdate'])
      .expression(db.selectFrom('upload').select(['upload_path', 'upload_createdate']));
    await expect(async () => selected.execute()).rejects.toThrow('inserted as values');
  });

  it('of the demo study, a save, an import, a log or an upload has sortable values that match its dates', async () => {
    const host = await startHost({ demo: true, binDays: 30 });
    const { run } = importer(host);
    expect((await host.post('sms-message/delete', { uid: '1' })).succeeded).toBe(true);
    expect(await findWrongDates(host.db, TIME_ZONE)).toEqual([]);
    const stored = new Set(
      (await readDates(host.db)).map(({ place }) => place.replace(/ \d+ /, ' ')),
    );
    // The check above proves nothing about a table without stored dates.
    for (const { table } of dates)
      expect(
        [...stored].some((name) => name.startsWith(`${table.table} `)),
        table.table,
      ).toBe(true);

    const color = { uid: '0', uname: 'Ochre', ucode: '#cc7722', ustatus: '1', user: 'ann' };
    expect((await host.post('color/update', color)).succeeded).toBe(true);
    expect(
      (await host.post('color/update', { ...color, uid: '1', uname: 'Umber' })).succeeded,
    ).toBe(true);
    await host.post('audit/update', {
      uid: '0',
      uusername: 'ann',
      utitle: 'Users',
      uaction: 'View',
    });
    await host.post('login/update', { uid: '0', uusername: 'ann', usource: 'Web' });
    await host.post('log/update', { uusername: 'ann', uexception: 'TypeError' });
    await run(
      'participants',
      `study_number,DOB,Assessment Date\nS-90001,2001-02-28,2024-01-01T23:30:00Z\nS-90002,2001-02-28,\n`,
    );
    const imported = await host.db
      .selectFrom('participant')
      .select(['assessment_date', 'assessment_date_sortable', 'birthday_sortable'])
      .where('study_number', '=', 'S-90001')
      .executeTakeFirstOrThrow();
    expect(imported).toMatchObject({ birthday_sortable: '2001-02-28' });
    expect(imported.assessment_date_sortable).toBe('2024-01-02 01:30:00');
    expect(await findWrongDates(host.db, TIME_ZONE)).toEqual([]);
  });
});

/** The names that tables had in the version before sortable dates, if they were different. */
const formerNames: Readonly<Record<string, string>> = {
  follow_up: 'followup',
  study_follow_up: 'study_followup',
  linked_participant: 'peer',
};

/** Makes a database as the version before sortable dates did, with rows in each table that has dates. */
async function makeEarlier(): Promise<string> {
  const dataDir = tempFolder();
  const url = await getDatabaseUrl(dataDir);
  const db = await openDatabase<StudyTables>(getLocation(dataDir, url));
  try {
    const earlier = Object.entries(migrations).filter(([name]) => name < '0010');
    await migrateToLatest(db, Object.fromEntries(earlier));
    const tables = await db.introspection.getTables();
    for (const shape of await listTables(Object.fromEntries(earlier))) {
      const dated = dates.find(
        ({ table: { table } }) => (formerNames[table] ?? table) === shape.name,
      );
      if (!dated || dated.table.appendOnly) continue;
      const columns = tables.find(({ name }) => name === shape.name)?.columns ?? [];
      const needed = columns.filter((column) => !column.isNullable && !column.hasDefaultValue);
      const rows = texts.map((text, n) => ({
        // The values are the same in every table, so that the rows to which they refer exist.
        ...Object.fromEntries(
          needed.map(({ name, dataType }) => [name, /text|char/.test(dataType) ? `t${n}` : n + 1]),
        ),
        ...Object.fromEntries(dated.stored.map((name) => [name, text])),
        [dated.table.key]: n + 1,
      }));
      await byName(db).insertInto(shape.name).values(rows).execute();
    }
    if (url) {
      for (const name of ['odd_study_time', 'study_time'])
        await sql`create function ${sql.id(name)}(raw text, zone text) returns text
          language sql immutable return raw`.execute(db);
      await sql`create index list_analytic_00000000_desc on analytic
        (study_time(start_date, 'UTC') desc nulls last, id desc)`.execute(db);
      await sql`create index find_analytic_00000000 on analytic (fold(subject))`.execute(db);
    }
  } finally {
    await db.destroy();
  }
  if (!url) {
    const sqlite = openSqlite(path.join(dataDir, STUDY_FILE));
    sqlite.function('study_time', { deterministic: true }, (raw, _zone) => raw);
    sqlite.exec("create index list_analytic_00000000 on analytic (study_time(start_date, 'UTC'))");
    sqlite.close();
  }
  return dataDir;
}

async function listDays({ get }: TestHost, search: string) {
  const { items } = await get(`analytic/list?${search}`);
  return items.map(({ start_date }) => start_date);
}

describe('a database of an earlier version', () => {
  it('passes the check of a restore with its old indexes', async () => {
    const dataDir = await makeEarlier();
    if (!onPostgres) checkDatabase(path.join(dataDir, STUDY_FILE));
  });

  it('gets the sortable values of all its dates when it is opened', async () => {
    const host = await startHost({ dataDir: await makeEarlier() });
    const read = await readDates(host.db);
    for (const { table, stored } of dates)
      for (const name of table.appendOnly ? [] : stored)
        for (const [n, text] of texts.entries())
          if (text !== null)
            expect(
              read.find(({ place }) => place === `${table.table} ${n + 1} ${name}`),
            ).toMatchObject({ text });
    expect(await findWrongDates(host.db, TIME_ZONE)).toEqual([]);
    const { items } = await host.get('analytic/list');
    const { query } = parseListQuery(
      new URLSearchParams('sort=-start_date&start_date.from=2024-01-02'),
      getKinds(analytic),
    );
    const options = { kinds: getKinds(analytic), key: 'id', timeZone: TIME_ZONE };
    expect(await listDays(host, 'sort=-start_date&start_date.from=2024-01-02')).toEqual(
      applyListQuery(items, query, options).rows.map(({ start_date }) => start_date),
    );
  });

  it('keeps no function that reads dates, and no index that calls one', async () => {
    const { db } = await startHost({ dataDir: await makeEarlier() });
    const { rows } = onPostgres
      ? await sql`select proname as name from pg_proc where proname like '%study_time'
          union all select indexname from pg_indexes
          where indexdef like '%study_time(%' or indexname like '%00000000%'`.execute(db)
      : await sql`select name from sqlite_master where sql like '%study_time(%'`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('another time zone', () => {
  const KATHMANDU = 'Asia/Kathmandu';

  it('changes the values of the dates that name their own zone', async () => {
    const dataDir = await makeEarlier();
    const before = await startHost({ dataDir });
    expect(await listDays(before, 'start_date.from=2024-01-02&start_date.to=2024-01-02')).toEqual([
      '2024-01-01T23:30:00Z',
    ]);
    await before.close();
    const moved = await startHost({ dataDir, timeZone: 'America/New_York' });
    expect(await findWrongDates(moved.db, 'America/New_York')).toEqual([]);
    expect(await listDays(moved, 'start_date.from=2024-01-02&start_date.to=2024-01-02')).toEqual(
      [],
    );
  });

  it('is never left applied in part: an interrupted change is completed at the next start', async () => {
    const host = await startHost({ dataDir: await makeEarlier() });
    await interrupted(host.db, KATHMANDU);
    expect(await findWrongDates(host.db, TIME_ZONE)).not.toEqual([]);
    expect(await findWrongDates(host.db, KATHMANDU)).not.toEqual([]);
    // Sets the values back to the previous zone.
    await fillSortableDates(host.db, datedTables, TIME_ZONE);
    expect(await findWrongDates(host.db, TIME_ZONE)).toEqual([]);
    await interrupted(host.db, KATHMANDU);
    await fillSortableDates(host.db, datedTables, KATHMANDU);
    expect(await findWrongDates(host.db, KATHMANDU)).toEqual([]);
    await fillSortableDates(host.db, datedTables, TIME_ZONE);
  });

  it('is detected with one statement: a start with the same zone and columns reads no dates', async () => {
    const { db } = await startHost();
    let statements = 0;
    const counting = db.withPlugin(
      observe(() => {
        statements += 1;
      }),
    );
    await fillSortableDates(counting, datedTables, TIME_ZONE);
    expect(statements).toBe(1);
    const others = new Map([...datedTables].slice(1));
    await fillSortableDates(counting, others, TIME_ZONE);
    expect(statements).toBeGreaterThan(others.size);
  });
});

function observe(onStatement: (kind: string) => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      onStatement(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** Computes the values of a time zone, and fails before the last tables. */
async function interrupted(db: Database, timeZone: string): Promise<void> {
  let updates = 0;
  const failing = db.withPlugin(
    observe((kind) => {
      if (kind === 'RawNode') updates += 1;
      if (updates > 6) throw new Error('interrupted');
    }),
  );
  await expect(fillSortableDates(failing, datedTables, timeZone)).rejects.toThrow('interrupted');
}
