import { stamp } from 'shared/db/clock';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import {
  noteRecords,
  noteRows,
  openExport,
  type Viewer,
} from '~/lib/core/access/note-access.server';
import { purgeAccesses } from '~/lib/core/access/purge-accesses.server';
import { readRanges } from '~/lib/core/access/ranges';
import { namePhone } from '~/lib/core/access/shown-records';
import { getEntity } from '~/lib/core/entities';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { loader as users } from '../../app/routes/_signed-in+/_administration+/users';
import { callRoute, signedInAs } from '../support/call-route';

const viewer: Viewer = { id: '7', username: 'chanda' };
const user = getEntity('user');
const phone = getEntity('phone');

/** Returns the stored accesses, the oldest first. */
async function readLog() {
  await settleAccesses();
  const db = await getStore();
  return db.selectFrom('access_log').selectAll().orderBy('access_id').execute();
}

async function readTable(name: 'access_posting' | 'access_part' | 'access_key') {
  return (await getStore()).selectFrom(name).selectAll().execute();
}

beforeEach(async () => {
  await settleAccesses();
  const db = await getStore();
  for (const table of ['access_log', 'access_posting', 'access_part'] as const)
    await db.deleteFrom(table).execute();
});

describe('an access is not recorded', () => {
  it('when nobody is signed in', async () => {
    const { status } = await callRoute(users, '/users');
    expect(status).toBe(302);
    expect(await readLog()).toEqual([]);
  });

  it('when the shown fields identify nobody, or are empty', async () => {
    const shown = user.list.columns.filter(({ field }) =>
      ['user_id', 'user_fname'].includes(field),
    );
    noteRows(viewer, 'List', user, [{ user_id: 3, user_fname: ' ', user_lname: 'Zulu' }], shown);
    noteRows(viewer, 'List', user, [], user.list.columns);
    noteRecords(viewer, 'List', 'phone', []);
    expect(await readLog()).toEqual([]);
  });
});

describe('a list', () => {
  let administrator: string;
  beforeAll(async () => {
    administrator = await signedInAs('administrator');
  });

  it('is recorded with its request, its time and the records whose identifying columns it shows', async () => {
    const { data } = await callRoute(users, '/users?cols=user_id,user_email&size=3', {
      cookie: administrator,
    });
    const { rows } = data as { rows: { key: string }[] };
    expect(rows.length).toBeGreaterThan(0);
    const [access, ...others] = await readLog();
    expect(others).toEqual([]);
    expect(access).toMatchObject({
      access_request: 'test',
      access_kind: 'List',
      access_list: 'user',
      access_count: rows.length,
      access_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const shown = readRanges(access?.access_records.replace('user ', '') ?? '');
    expect(shown).toEqual(rows.map(({ key }) => Number(key)).sort((a, b) => a - b));
    expect(await readTable('access_posting')).toHaveLength(rows.length);
  });
});

describe('a key that identifies a person', () => {
  it('is stored once, and not in plain text, and accesses refer to it by one number', async () => {
    // No other test uses these numbers: all tests of a worker share one store, which stores each key once.
    const [first, second] = ['+260975550181', '+260975550182'];
    const rows = [{ phone_number: first }, { phone_number: second }];
    const before = (await readTable('access_key')).length;
    noteRows(viewer, 'List', phone, rows, phone.list.columns);
    noteRecords(viewer, 'Form', 'phone', [namePhone(second)]);
    const [list, form] = await readLog();
    expect(list?.access_records).toMatch(/^phone #\d+(-\d+| #\d+)$/);
    expect(form?.access_count).toBe(1);
    const keys = await readTable('access_key');
    expect(keys).toHaveLength(before + 2);
    expect(JSON.stringify(keys)).not.toContain('97555018');
    const refs = readRanges(list?.access_records.replace('phone ', '') ?? '');
    expect(refs).toContain(readRanges(form?.access_records.replace('phone ', '') ?? '')[0]);
  });
});

describe('an export', () => {
  it('is one access, whose records are added in parts', async () => {
    const shown = await openExport(viewer, user, user.list.columns);
    expect(await readLog()).toMatchObject([{ access_kind: 'Export', access_count: 0 }]);
    for (let part = 0; part < 3; part += 1)
      await shown?.add(
        Array.from({ length: 500 }, (_, at) => ({ user_id: part * 500 + at + 1, user_fname: 'A' })),
      );
    expect(await readLog()).toMatchObject([{ access_kind: 'Export', access_count: 1_500 }]);
    expect((await readTable('access_part')).map((part) => 'refs' in part && part.refs)).toEqual([
      '1-500',
      '501-1000',
      '1001-1500',
    ]);
  });

  it('of columns that identify nobody is not recorded', async () => {
    const shown = user.list.columns.filter(({ field }) => field === 'user_id');
    expect(await openExport(viewer, user, shown)).toBeUndefined();
    expect(await readLog()).toEqual([]);
  });
});

describe('the purge after ACCESS_LOG_DAYS', () => {
  it('deletes accesses, and the keys of records that were not shown since', async () => {
    const days = config.ACCESS_LOG_DAYS;
    config.ACCESS_LOG_DAYS = 30;
    onTestFinished(() => {
      config.ACCESS_LOG_DAYS = days;
    });
    const exported = await openExport(viewer, user, user.list.columns);
    await exported?.add([{ user_id: 1, user_fname: 'A' }]);
    for (let n = 0; n < 250; n += 1)
      noteRows(viewer, 'List', phone, [{ phone_number: `097${n % 9}` }], phone.list.columns);
    expect(await readLog()).toHaveLength(251);
    const day = 86_400_000;
    await purgeAccesses(Date.now() + 29 * day);
    expect(await readLog()).toHaveLength(251);
    await purgeAccesses(Date.now() + 32 * day);
    expect(await readLog()).toEqual([]);
    for (const table of ['access_posting', 'access_part', 'access_key'] as const)
      expect(await readTable(table)).toEqual([]);
  });

  it('deletes keys with a date in the future too, counted from the day on which no access refers to them', async () => {
    const day = 86_400_000;
    const days = config.ACCESS_LOG_DAYS + 2;
    const ends = Date.now() + days * day;
    const later = stamp(new Date(ends + 10 * days * day), config.STUDY_TIME_ZONE).slice(0, 10);
    const exported = await openExport(viewer, phone, phone.list.columns);
    await exported?.add([{ phone_number: '0961' }]);
    noteRows(viewer, 'List', phone, [{ phone_number: '0962' }], phone.list.columns);
    await settleAccesses();
    const db = await getStore();
    await db.updateTable('access_key').set({ seen_on: later }).execute();
    const readDays = async () => {
      const rows = await db.selectFrom('access_key').select('seen_on').execute();
      return rows.map(({ seen_on }) => seen_on);
    };
    await purgeAccesses();
    expect((await readDays()).filter((seen) => seen === later)).toHaveLength(2);
    await purgeAccesses(ends);
    expect(await readLog()).toEqual([]);
    expect(await readDays()).not.toContain(later);
    await purgeAccesses(ends + days * day);
    expect(await readDays()).toEqual([]);
  });

  it('keeps the key of a record that was shown again while the clock was behind', async () => {
    const show = async () => {
      noteRows(viewer, 'List', phone, [{ phone_number: '0963' }], phone.list.columns);
      await settleAccesses();
    };
    await show();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01T10:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await show();
    await purgeAccesses();
    vi.useRealTimers();
    await purgeAccesses();
    expect(await readLog()).toHaveLength(1);
    expect(await readTable('access_key')).toHaveLength(1);
  });

  it('deletes old accesses that follow accesses with a date in the future, and those as well', async () => {
    const day = 86_400_000;
    const now = Date.now();
    const age = (days: number) =>
      stamp(new Date(now - days * day), config.STUDY_TIME_ZONE).slice(0, 10);
    const add = async (count: number, days: number) => {
      const last = (await readLog()).at(-1)?.access_id ?? 0;
      for (let n = 0; n < count; n += 1)
        noteRows(viewer, 'List', user, [{ user_id: 7, user_fname: 'A' }], user.list.columns);
      await settleAccesses();
      await (await getStore())
        .updateTable('access_log')
        .set({ access_date: `${age(days)} 10:00:00` })
        .where('access_id', '>', last)
        .execute();
    };
    const readDays = async () => (await readLog()).map((row) => row.access_date.slice(0, 10));
    // Nothing shows yet that the clock was wrong, so nothing is deleted.
    await add(150, -365);
    await add(1, 20);
    await purgeAccesses(now);
    expect(await readDays()).toHaveLength(151);
    await add(2, config.ACCESS_LOG_DAYS + 2);
    await add(1, -365);
    await purgeAccesses(now);
    expect(await readDays()).toEqual([age(20), age(-365)]);
    expect(await readTable('access_posting')).toHaveLength(2);
  });
});
