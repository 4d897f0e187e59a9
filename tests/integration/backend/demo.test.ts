import { describe, expect, it } from 'vitest';
import { demoSignIns, fillDemo } from '../../../backend/demo-study/demo';
import { getAllTables } from '../../../backend/entities/tables';
import { defined } from '../../../shared/defined';
import { followUpProblems, participantProblems } from '../../../shared/derived/data-problems';
import { followUpStates } from '../../../shared/follow-up-state';
import { getToday } from '../../../shared/list/today';
import { everyCase } from '../../support/full';
import { NOW, startHost, TIME_ZONE } from '../../support/start-host';

describe('the demo study', () => {
  it('is refused for a database that is in use', async () => {
    const { db, dataDir, post } = await startHost();
    await post('country/update', { uid: '0', uname: 'X', ucode: '1', ustatus: '1', user: 'a' });
    await expect(fillDemo(db, { today: '2026-03-01', filesDir: dataDir })).rejects.toThrow(
      /empty database/,
    );
  });

  if (everyCase)
    it('is the same every time, and both roles can sign in', async () => {
      const first = await startHost({ demo: true });
      // The second database already holds the first administrator when the demo study is added.
      const second = await startHost();
      await fillDemo(second.db, {
        today: getToday(TIME_ZONE, NOW),
        filesDir: second.dataDir,
      });
      for (const { wireName } of getAllTables())
        expect(await first.get(`${wireName}/list`)).toEqual(await second.get(`${wireName}/list`));

      expect(first.setPasswordCode).toBeUndefined();
      const roles = [];
      for (const signIn of [demoSignIns.administrator, demoSignIns.researcher])
        roles.push(defined((await first.post('login', signIn)).items[0]).user_role);
      expect(roles).toEqual([1, 2]);
    });

  it('has rows in every list, which can be read one by one and sorted by any column', async () => {
    const { get, errors } = await startHost({ demo: true });
    // Nobody has deleted anything in the demo study.
    for (const table of getAllTables().filter(({ wireName }) => wireName !== 'bin')) {
      const { items, total } = await get(`${table.wireName}/list?size=3`);
      expect(total, table.wireName).toBeGreaterThan(5);
      expect(Object.keys(defined(items[0])).sort()).toEqual(Object.keys(table.columns).sort());
      const alone = await get(`${table.wireName}/id/${defined(items[0])[table.key]}`);
      expect(alone.items).toEqual([items[0]]);
      for (const column of Object.keys(table.columns))
        expect((await get(`${table.wireName}/list?size=1&sort=-${column}`)).succeeded).toBe(true);
    }
    for (const wireName of ['participant', 'followup', 'peer-navigator'])
      expect((await get(`${wireName}/list/1/0/na?size=1`)).succeeded).toBe(true);
    expect(errors).toEqual([]);
  });

  it('has appointments in every state, and a few data problems', async () => {
    const { get } = await startHost({ demo: true, now: () => new Date() });
    const count = async (search: string) => (await get(`${search}&size=1`)).total ?? 0;
    for (const state of followUpStates)
      expect(await count(`participant/list?followup_state=${state}`), state).toBeGreaterThan(100);
    for (const problem of participantProblems.filter((name) => name !== 'none')) {
      const total = await count(`participant/list?data_problem=${encodeURIComponent(problem)}`);
      expect(total, problem).toBeGreaterThan(1);
      expect(total, problem).toBeLessThan(60);
    }
    for (const problem of followUpProblems.filter((name) => name !== 'none')) {
      const total = await count(`followup/list?data_problem=${encodeURIComponent(problem)}`);
      expect(total, problem).toBeGreaterThan(1);
      expect(total, problem).toBeLessThan(60);
    }
    expect(await count('followup/list?appointment_done.empty=no')).toBeGreaterThan(500);
  });

  it('grows over months, with quiet holidays, a pause and a silent navigator', async () => {
    const { get } = await startHost({ demo: true });
    const enrolled = async (from: string, to: string) =>
      (await get(`participant/list?size=1&assessment_date.from=${from}&assessment_date.to=${to}`))
        .total ?? 0;
    // The host's day is 2026-03-01, so the study began in July 2024.
    expect(await enrolled('2024-07-01', '2024-10-31')).toBeLessThan(100);
    expect(await enrolled('2025-10-01', '2025-11-30')).toBeGreaterThan(150);
    const holidays = await enrolled('2025-12-20', '2026-01-04');
    expect(holidays).toBeGreaterThan(0);
    expect(holidays).toBeLessThan((await enrolled('2025-12-02', '2025-12-17')) / 3);
    expect(await enrolled('2025-04-03', '2025-04-16')).toBe(0);

    const { items } = await get('peer-navigator/list?sort=-days_since_upload&size=2');
    expect(defined(items[0])).toMatchObject({ username: 'pn008', days_since_upload: 42 });
    expect(Number(defined(items[1]).days_since_upload)).toBeLessThan(30);
    for (const [list, filters] of [
      ['participant', 'peer_navigator.is=pn008&record_upload_date.from=2026-01-19'],
      ['followup', 'peer_navigator.is=pn008&record_upload_date.from=2026-01-19'],
      ['analytic', 'username.is=pn008&upload_date.from=2026-01-19'],
    ])
      expect((await get(`${list}/list?${filters}`)).total, list).toBe(0);
  });

  it('has no events in the future, except for mistyped years and appointments', async () => {
    const { get } = await startHost({ demo: true });
    const planned = /^(next_date|next_checkin_date|due_date)$/;
    for (const table of getAllTables().filter(({ wireName }) => wireName !== 'bin')) {
      const { items } = await get(`${table.wireName}/list`);
      for (const row of items)
        for (const [field, value] of Object.entries(row))
          if (/^\d{4}-\d\d-\d\d/.test(String(value)) && !planned.test(field)) {
            const isMistyped =
              value === '2062-03-11' &&
              ['assessment_date', 'srh_prep_information_app_sent_date'].includes(field);
            if (!isMistyped)
              expect(String(value) < '2026-03-01 12:30', `${field} ${value}`).toBe(true);
          }
    }
  });

  it('has totals over all peer navigators that match its records', async () => {
    const { get } = await startHost({ demo: true });
    const { items } = await get('peer-navigator/list');
    const sum = (name: string) => items.reduce((total, row) => total + Number(row[name]), 0);
    expect(sum('n_followups')).toBe(3_000);
    expect(sum('n_analytics')).toBe(20_000);
    expect(sum('n_participants')).toBeGreaterThan(1_100);
    expect(sum('t_minutes')).toBeGreaterThan(1_000);
  });
});
