import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../backend/audit/chain';
import type { CallerEntry } from '../../../backend/audit/change';
import { purgeBin, purgeByClock } from '../../../backend/bin/purge';
import { reserveDeletedKeys } from '../../../backend/bin/reserve-keys';
import { TEXT_KEYS } from '../../../backend/db/text-keys';
import { onlyAdministrators } from '../../../backend/endpoints/user-rights';
import type { Table } from '../../../backend/entities/table';
import { getAllTables } from '../../../backend/entities/tables';
import { byName, type SqlRow } from '../../../shared/db/types';
import { defined } from '../../../shared/defined';
import { declarations } from '../../../shared/entities';
import { type EntityDeclaration, getWireName } from '../../../shared/entities/declaration';
import { png } from '../../support/files';
import { runs } from '../../support/full';
import {
  type Answer,
  addUser,
  NOW,
  STAMP,
  startHost,
  type TestHost,
  TIME_ZONE,
} from '../../support/start-host';
import { turn } from '../../support/turn';

const DAY = 86_400_000;
const country = { uid: '0', uname: 'Zambia', ucode: '260', ustatus: '1', user: 'ann' };
const deletable = getAllTables().filter(({ goesToBin }) => goesToBin);

const startWithBin = () => startHost({ binDays: 30, inProcess: true });

const getEntry = (action: string): CallerEntry => ({
  username: 'ann',
  title: 'Bin',
  action,
  describe: () => `${action} of a record`,
});

/** Posts a change as a caller in the same process does, with its audit entry. */
async function change(
  { host }: TestHost,
  path: string,
  fields: Record<string, string>,
  entry = getEntry(path.endsWith('restore') ? 'Restore' : 'Delete'),
): Promise<Answer> {
  const body = new URLSearchParams(fields);
  const request = new Request(`http://host.test/${path}`, { method: 'POST', body });
  return (await host.fetch(request, { entries: [entry] })).json();
}

/** Deletes a record and returns its id in the bin. */
async function remove(host: TestHost, wireName: string, uid: unknown): Promise<string> {
  const { items, succeeded, message } = await change(host, `${wireName}/delete`, {
    uid: String(uid),
  });
  expect({ succeeded, message }).toEqual({ succeeded: true, message: null });
  return String(defined(items[0]).deleted_id);
}

const restore = (host: TestHost, uid: string, user = 'ann') =>
  change(host, 'bin/restore', { uid, user });

async function addCountry(host: TestHost, uname = 'Zambia'): Promise<number> {
  const { items } = await host.post('country/update', { ...country, uname });
  return Number(defined(items[0]).country_id);
}

async function countEntries({ db }: TestHost): Promise<number> {
  return (await db.selectFrom('audit_entry').select('audit_id').execute()).length;
}

describe('restoring', () => {
  it('is refused for a record that is not in the bin, without an audit entry', async () => {
    const host = await startWithBin();
    for (const uid of ['1', '0', '-1', 'x', '1;drop table country', '999999999999999'])
      expect(await restore(host, uid)).toEqual({
        succeeded: false,
        message: `The specified deleted record '${uid}' could not be found`,
        items: [],
      });
    expect((await change(host, 'bin/restore', {})).message).toBe('uid is required');
    expect(await countEntries(host)).toBe(0);
    expect(host.errors).toEqual([]);
  });

  it('is refused while another record has the unique text of the deleted one', async () => {
    const host = await startWithBin();
    const binned = await remove(host, 'country', await addCountry(host));
    const other = await addCountry(host, 'ZAMBIA');
    const before = await countEntries(host);
    expect((await restore(host, binned)).message).toBe("The country 'Zambia' exists already");
    expect(await countEntries(host)).toBe(before);
    await remove(host, 'country', other);
    expect((await restore(host, binned)).succeeded).toBe(true);
  });

  it('is refused for a user whose name or email address another user signs in with', async () => {
    const host = await startWithBin();
    const binned = await remove(host, 'user', await addUser(host));
    await addUser(host, { uname: 'ann@research.example', uemail: 'other@research.example' });
    expect((await restore(host, binned)).message).toBe(
      "The name 'ann@research.example' belongs to another user",
    );
  });

  it('is refused while a record to which the deleted one refers is missing', async () => {
    const host = await startWithBin();
    const category = await host.post('sms-category/update', {
      ...{ uid: '0', uname: 'Clinics', udescription: 'All', ustatus: '1', user: 'ann' },
    });
    const id = Number(defined(category.items[0]).sms_cat_id);
    const phone = await host.post('sms-phone/update', {
      ...{ uid: '0', uname: 'Ada', unumber: '+260970000001', ucategory: String(id) },
      ...{ ustatus: '1', user: 'ann' },
    });
    const binnedPhone = await remove(host, 'sms-phone', defined(phone.items[0]).sms_phone_id);
    const binnedCategory = await remove(host, 'sms-category', id);
    expect((await restore(host, binnedPhone)).message).toBe(
      `The specified SMS category '${id}' could not be found`,
    );
    expect((await restore(host, binnedCategory)).succeeded).toBe(true);
    expect((await restore(host, binnedPhone)).items[0]).toMatchObject({ sms_cat_name: 'Clinics' });
  });

  it('is refused while an imported record has the same id, and possible after the imported record is deleted', async () => {
    const host = await startWithBin();
    const id = await addCountry(host);
    const first = await remove(host, 'country', id);
    await byName(host.db)
      .insertInto('country')
      .values({ country_id: id, country_name: 'Kenya', country_status: 1 })
      .execute();
    expect((await restore(host, first)).message).toBe(`Another country has the ID ${id} now`);
    const second = await remove(host, 'country', id);
    expect((await restore(host, first)).items[0]).toMatchObject({ country_name: 'Zambia' });
    expect((await restore(host, second)).message).toBe(`Another country has the ID ${id} now`);
  });

  it('of a user needs an administrator where only administrators manage users', async () => {
    const open = await startWithBin();
    await addUser(open, { uname: 'root', uemail: 'root@research.example', urole: '1' });
    const binned = await remove(open, 'user', await addUser(open));
    const other = await remove(open, 'country', await addCountry(open));
    await open.close();
    const host = await startHost({
      ...{ dataDir: open.dataDir, binDays: 30, inProcess: true, researchersManageUsers: false },
    });
    for (const user of ['ann', '', 'nobody'])
      expect((await restore(host, binned, user)).message).toBe(onlyAdministrators);
    expect((await restore(host, other, 'ann')).succeeded).toBe(true);
    expect((await restore(host, binned, 'root')).succeeded).toBe(true);
  });

  it('happens once when two users restore the same record at the same time', async () => {
    const host = await startWithBin();
    const id = await addCountry(host);
    const binned = await remove(host, 'country', id);
    const answers = await Promise.all([restore(host, binned), restore(host, binned, 'bo')]);
    expect(answers.map(({ succeeded }) => succeeded).sort()).toEqual([false, true]);
    expect(answers.find(({ succeeded }) => !succeeded)?.message).toMatch(/could not be found$/);
    expect((await host.get('country/list')).total).toBe(1);
    expect((await host.get('bin/list')).total).toBe(0);
    expect(host.errors).toEqual([]);
  });

  it('is undone completely when its audit entry cannot be written, as is a deletion', async () => {
    const host = await startWithBin();
    const broken: CallerEntry = {
      ...getEntry('Delete'),
      describe: () => {
        throw new Error('no entry');
      },
    };
    const id = await addCountry(host);
    await change(host, 'country/delete', { uid: String(id) }, broken);
    expect((await host.get('bin/list')).total).toBe(0);
    expect((await host.get('country/list')).total).toBe(1);
    const binned = await remove(host, 'country', id);
    await change(host, 'bin/restore', { uid: binned, user: 'ann' }, broken);
    expect((await host.get('bin/list')).total).toBe(1);
    expect((await host.get('country/list')).total).toBe(0);
    expect(host.errors).toHaveLength(2);
  });

  it('answers with the record, and adds its audit entry to the chain', async () => {
    const host = await startWithBin();
    const id = await addCountry(host);
    const record = defined((await host.get(`country/id/${id}`)).items[0]);
    const answer = await restore(host, await remove(host, 'country', id));
    expect(answer.items).toEqual([record]);
    const entries = await host.db
      .selectFrom('audit_entry')
      .select(['audit_username', 'audit_action', 'audit_description'])
      .orderBy('audit_id')
      .execute();
    expect(entries).toEqual([
      { audit_username: 'ann', audit_action: 'Delete', audit_description: 'Delete of a record' },
      { audit_username: 'ann', audit_action: 'Restore', audit_description: 'Restore of a record' },
    ]);
    expect((await verifyAudit(host.db)).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('lets a user sign in with the former password, but links that were mailed before stay invalid', async () => {
    const host = await startWithBin();
    const id = await addUser(host, { password: 'correct horse battery' });
    await host.post('account/reset', { uemail: 'ann@research.example' });
    await host.db
      .insertInto('recovery_code')
      .values({ code_hash: 'x', user_id: id, expires_at: NOW.getTime() + DAY })
      .execute();
    const signIn = () => host.post('login', { username: 'ann', password: 'correct horse battery' });
    const binned = await remove(host, 'user', id);
    expect((await signIn()).succeeded).toBe(false);
    expect((await restore(host, binned)).succeeded).toBe(true);
    expect((await signIn()).succeeded).toBe(true);
    expect(
      await host.db.selectFrom('recovery_code').selectAll().where('user_id', '=', id).execute(),
    ).toEqual([]);
  });

  it('links a facility to its uploaded image again, which the host has served all the time', async () => {
    const host = await startWithBin();
    const form = new FormData();
    form.set('file', new File([png], 'clinic.png'));
    const upload = await (
      await host.send('upload/Facility', { method: 'POST', body: form })
    ).json();
    const path = String(upload.Data);
    const { facility_id } = await host.db
      .insertInto('facility')
      .values({ facility_name: 'Clinic', facility_thumbnailUrl: path })
      .returning('facility_id')
      .executeTakeFirstOrThrow();
    const binned = await remove(host, 'facility', facility_id);
    expect((await host.get('upload/list')).items[0]).toMatchObject({ upload_used_by: '' });
    expect((await host.send(path.slice(1))).status).toBe(200);
    await restore(host, binned);
    expect((await host.get('upload/list')).items[0]).toMatchObject({
      upload_used_by: 'Facility Clinic',
    });
  });
});

describe('the bin', () => {
  it('does not exist on a host whose deletions are final', async () => {
    for (const binDays of [undefined, 0]) {
      const host = await startHost({ binDays });
      const id = await addCountry(host);
      expect((await change(host, 'country/delete', { uid: String(id) })).items).toBeNull();
      expect(await host.db.selectFrom('deleted_record').selectAll().execute()).toEqual([]);
      expect((await host.postRaw('bin/restore', { uid: '1' })).status).toBe(404);
    }
  });

  it('does not keep records that no screen can delete, such as a phone', async () => {
    const host = await startWithBin();
    await host.db.insertInto('phone').values({ phone_number: '260970000001' }).execute();
    expect((await change(host, 'phone/delete', { uid: '260970000001' })).items).toBeNull();
    expect((await host.get('bin/list')).total).toBe(0);
  });

  it('lists who deleted what and when, and how many days are left', async () => {
    const host = await startWithBin();
    await remove(host, 'country', await addCountry(host));
    const list = async (query = '') => (await host.get(`bin/list${query}`)).items;
    const [row] = await list();
    expect(row).toEqual({
      deleted_id: 1,
      deleted_type: 'Country',
      deleted_name: 'Zambia',
      deleted_by: 'ann',
      deleted_date: STAMP,
      days_left: 30,
      deleted_key: 1,
      deleted_entity: 'country',
    });
    host.clock.now = new Date(NOW.getTime() + 29 * DAY + 1);
    expect(defined((await list())[0]).days_left).toBe(1);
    expect(await list('?days_left.max=1&deleted_type=Country&q=zam')).toHaveLength(1);
    expect(await list('?days_left.min=2')).toEqual([]);
    expect(await list('?deleted_type=User')).toEqual([]);
    expect((await host.get('bin/id/1')).items).toEqual([{ ...row, days_left: 1 }]);
  });

  it('never sends the rows that it stores', async () => {
    const host = await startWithBin();
    await remove(host, 'user', await addUser(host));
    const text = JSON.stringify(await host.get('bin/list?cols=deleted_row,deleted_name'));
    expect(text).not.toContain('argon2');
    expect(text).not.toContain('ann@research.example');
    const { deleted_row } = await host.db
      .selectFrom('deleted_record')
      .select('deleted_row')
      .executeTakeFirstOrThrow();
    expect(deleted_row).toContain('argon2');
  });

  it('keeps new records from getting the ids of deleted ones after rows were copied', async () => {
    const host = await startWithBin();
    await host.db
      .insertInto('deleted_record')
      .values({
        ...{ deleted_entity: 'country', deleted_key: 500, deleted_row: '{}' },
        ...{ deleted_date: STAMP, deleted_at: NOW.getTime() },
      })
      .execute();
    await reserveDeletedKeys(host.db);
    expect(await addCountry(host)).toBe(501);
    await reserveDeletedKeys(host.db);
    expect(await addCountry(host, 'Kenya')).toBe(502);
  });

  it('is purged of records that are older than its number of days, in batches', async () => {
    const host = await startWithBin();
    const row = { deleted_entity: 'country', deleted_row: '{}', deleted_date: STAMP };
    const add = (count: number, age: number) =>
      byName(host.db)
        .insertInto('deleted_record')
        .values(
          Array.from({ length: count }, (_, n) => ({
            ...row,
            deleted_key: n + 1,
            deleted_at: NOW.getTime() - age,
          })),
        )
        .execute();
    await add(450, 30 * DAY);
    await add(3, 30 * DAY - 1);
    expect(await purgeBin(host.db, 30, NOW)).toBe(450);
    expect((await host.get('bin/list')).total).toBe(3);
    expect(await purgeBin(host.db, 30, NOW)).toBe(0);
    expect(await purgeBin(host.db, 0, NOW)).toBe(3);
  });

  it('is purged at a start', async () => {
    const host = await startWithBin();
    await remove(host, 'country', await addCountry(host));
    host.clock.now = new Date(NOW.getTime() + 10 * DAY);
    await remove(host, 'country', await addCountry(host, 'Kenya'));
    await host.close();
    const now = new Date(NOW.getTime() + 31 * DAY);
    const later = await startHost({ dataDir: host.dataDir, binDays: 30, now: () => now });
    const readNames = () => later.db.selectFrom('deleted_record').select('deleted_name').execute();
    await expect.poll(readNames).toEqual([{ deleted_name: 'Kenya' }]);
  });

  describe('with a clock that is wrong for a time', () => {
    /** Starts a host with a clock in days, counted from NOW. */
    async function startWithClock() {
      const host = await startWithBin();
      const at = (day: number) => new Date(NOW.getTime() + day * DAY);
      return {
        remove: async (day: number, uname: string) => {
          host.clock.now = at(day);
          await remove(host, 'country', await addCountry(host, uname));
        },
        /** Purges at a day, and returns the names that remain in the bin. */
        purge: async (day: number) => {
          await purgeByClock(host.db, { days: 30, timeZone: TIME_ZONE, now: at(day) });
          const rows = await host.db.selectFrom('deleted_record').select('deleted_name').execute();
          return rows.map(({ deleted_name }) => deleted_name).sort();
        },
        enter: async (day: number) => {
          host.clock.now = at(day);
          await host.post('audit/update', {
            ...{ uid: '0', uusername: 'ann', utitle: 'Home', uaction: 'View', udescription: 'x' },
          });
        },
      };
    }

    it('keeps recent records when the clock was far ahead, even if somebody worked during that time', async () => {
      const { remove, purge, enter } = await startWithClock();
      await remove(-40, 'Angola');
      await remove(-5, 'Benin');
      await remove(0, 'Chad');
      expect(await purge(365)).toEqual(['Benin', 'Chad']);
      // Somebody works while the clock is wrong, and the next purge follows.
      await enter(365);
      await enter(366);
      expect(await purge(366)).toEqual(['Benin', 'Chad']);
      await enter(1);
      expect(await purge(1)).toEqual(['Benin', 'Chad']);
      await enter(26);
      expect(await purge(26)).toEqual(['Chad']);
    });

    it('loses its records after its number of days if the time has really passed', async () => {
      const { remove, purge, enter } = await startWithClock();
      await remove(0, 'Angola');
      await enter(100);
      expect(await purge(129)).toEqual(['Angola']);
      expect(await purge(131)).toEqual([]);
    });

    it('loses a record that was deleted while the clock was ahead after the usual number of days', async () => {
      const { remove, purge, enter } = await startWithClock();
      await enter(-1);
      await remove(365, 'Angola');
      expect(await purge(0)).toEqual(['Angola']);
      await enter(1);
      expect(await purge(1)).toEqual(['Angola']);
      await enter(20);
      expect(await purge(30)).toEqual(['Angola']);
      expect(await purge(32)).toEqual([]);
    });

    it('keeps recent records when the clock was far behind', async () => {
      const { remove, purge, enter } = await startWithClock();
      await enter(-400);
      await remove(-5, 'Benin');
      await remove(0, 'Chad');
      expect(await purge(-365)).toEqual(['Benin', 'Chad']);
      await enter(-365);
      expect(await purge(-364)).toEqual(['Benin', 'Chad']);
      expect(await purge(1)).toEqual(['Benin', 'Chad']);
      await enter(1);
      expect(await purge(2)).toEqual(['Benin', 'Chad']);
    });
  });

  it('is emptied at a start with 0 days, because deletions are final from then on', async () => {
    const host = await startWithBin();
    await remove(host, 'country', await addCountry(host));
    await host.close();
    const days = (binDays: number, now: Date) =>
      startHost({ dataDir: host.dataDir, binDays, now: () => now });
    const early = await days(30, new Date(NOW.getTime() + 29 * DAY));
    await early.close();
    const final = await days(0, NOW);
    await expect
      .poll(() => final.db.selectFrom('deleted_record').selectAll().execute())
      .toEqual([]);
    expect(final.errors).toEqual([]);
  });
});

const texts = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((text) => text.replaceAll('\0', ''));

/**
 * Returns a generator of rows of a table, without a key, with dates in several notations, and often with empty
 * values.
 */
function arbitraryRow({ table, key, columns, label }: Table, names: readonly string[]) {
  const isDate = (name: string) => columns[name]?.kind === 'date';
  const values = names
    .filter((name) => name !== key && name !== TEXT_KEYS && !name.endsWith('_sortable'))
    .map((name) => {
      if (name === 'sms_phone_category') return [name, fc.constantFrom(null, 1)] as const;
      if (/_lat$|_lon$/.test(name))
        return [
          name,
          fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -180, max: 180 })),
        ] as const;
      if (columns[name]?.kind === 'number') return [name, fc.integer({ min: 0, max: 99 })] as const;
      if (isDate(name))
        return [
          name,
          fc.constantFrom(null, '', STAMP, '3/1/2026', '2026-03-01T12:30:15Z', 'x'),
        ] as const;
      if (name === label || /_(name|number|username)$/.test(name))
        return [name, texts.map((text) => `n${text}`)] as const;
      return [name, fc.option(texts)] as const;
    });
  return fc.record({ table: fc.constant(table), row: fc.record(Object.fromEntries(values)) });
}

describe('every record that users can delete', () => {
  it('belongs to an entity that is declared as deletable', () => {
    const declared = declarations.filter((declaration: EntityDeclaration) => declaration.deletable);
    expect(deletable.map(({ wireName }) => wireName).sort()).toEqual(
      declared.map((declaration) => getWireName(declaration)).sort(),
    );
    expect(declared.length).toBeGreaterThan(11);
  });

  it('is the same row again after it was restored', async () => {
    const host = await startWithBin();
    const named = byName(host.db);
    await host.post('sms-category/update', {
      ...{ uid: '0', uname: 'Clinics', udescription: 'All', ustatus: '1', user: 'ann' },
    });
    const tables = await host.db.introspection.getTables();
    const getRows = deletable.map((table) => {
      const found = defined(tables.find(({ name }) => name === table.table));
      return arbitraryRow(
        table,
        found.columns.map(({ name }) => name),
      );
    });
    await fc.assert(
      fc
        .asyncProperty(fc.oneof(...getRows), async ({ table: name, row }) => {
          const table = defined(deletable.find((candidate) => candidate.table === name));
          const added = await named
            .insertInto(name)
            .values(row as SqlRow)
            .returning(table.key)
            .executeTakeFirstOrThrow();
          const id = defined(added[table.key]);
          const read = () =>
            named.selectFrom(name).selectAll().where(table.key, '=', id).executeTakeFirst();
          const before = await read();
          const binned = await remove(host, table.wireName, id);
          expect(await read()).toBeUndefined();
          expect(await restore(host, binned)).toMatchObject({ succeeded: true });
          expect(await read()).toEqual(before);
          await remove(host, table.wireName, id);
        })
        .afterEach(turn),
      { numRuns: runs(60, 600) },
    );
    expect(host.errors).toEqual([]);
  });
});
