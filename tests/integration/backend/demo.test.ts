import { describe, expect, it } from 'vitest';
import { demoSignIns, fillDemo } from '../../../backend/demo-study/demo';
import { getAllTables } from '../../../backend/entities/tables';
import { defined } from '../../../shared/defined';
import { participantProblems } from '../../../shared/derived/data-problems';
import { followUpStates } from '../../../shared/follow-up-state';
import { everyCase } from '../../support/full';
import { startHost, TIME_ZONE } from '../../support/start-host';

describe('the demo study', () => {
  it('is refused for a database that is in use', async () => {
    const { db, dataDir, post } = await startHost();
    await post('country/update', { uid: '0', uname: 'X', ucode: '1', ustatus: '1', user: 'a' });
    await expect(fillDemo(db, { timeZone: TIME_ZONE, filesDir: dataDir })).rejects.toThrow(
      /empty database/,
    );
  });

  if (everyCase)
    it('is the same every time, and both roles can sign in', async () => {
      const first = await startHost({ demo: true });
      // The second database already holds the first administrator when the demo study is added.
      const second = await startHost();
      await fillDemo(second.db, { timeZone: TIME_ZONE, filesDir: second.dataDir });
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
    const missing = await count('followup/list?data_problem=no+participant');
    expect(missing).toBeGreaterThan(1);
    expect(missing).toBeLessThan(30);
    expect(await count('followup/list?appointment_done.empty=no')).toBeGreaterThan(500);
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
