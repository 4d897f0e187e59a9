import { describe, expect, it } from 'vitest';
import { byName } from '../../../shared/db/types';
import { startHost } from '../../support/start-host';

const PARTICIPANTS = 'list-values/participant/list/1/0/na';

interface Item {
  field: string;
  value: string | null;
  count: number;
}

async function startWithAnswers(answers: readonly (string | null)[]) {
  const host = await startHost();
  const rows = answers.map((own_phone, index) => ({ own_phone, study_number: `S-${index}` }));
  for (let start = 0; start < rows.length; start += 500)
    await byName(host.db)
      .insertInto('participant')
      .values(rows.slice(start, start + 500))
      .execute();
  return host;
}

describe('the values of a list', () => {
  it.each([
    ['a list that does not exist', 'list-values/nowhere/list?cols=own_phone', 404],
    ['no list', 'list-values/?cols=own_phone', 404],
  ])('do not exist for %s', async (_what, path, status) => {
    const host = await startHost();
    expect((await host.send(path)).status).toBe(status);
  });

  it.each([
    ['fields that the list does not have', 'nonsense,constructor,__proto__'],
    ['numbers and dates', 'id,next_date'],
    ['a field with more than 30 values', 'study_number'],
    ['no field', ''],
  ])('leave out %s', async (_what, cols) => {
    const host = await startWithAnswers(Array.from({ length: 31 }, () => 'Yes'));
    expect((await host.get(`${PARTICIPANTS}?cols=${cols}`)).items).toEqual([]);
  });

  it('are counted in all rows, of which several parts are read', async () => {
    const answers = ['Yes', 'No', 'yes', '', null];
    const host = await startWithAnswers(
      Array.from({ length: 5_000 }, (_, index) => answers[index % answers.length] ?? null),
    );
    const { items } = await host.get(`${PARTICIPANTS}?cols=own_phone,study_number`);
    expect(items as unknown as Item[]).toEqual([
      { field: 'own_phone', value: 'No', count: 1_000 },
      { field: 'own_phone', value: 'Yes', count: 2_000 },
      { field: 'own_phone', value: null, count: 2_000 },
    ]);
  });

  it('are those of computed columns too', async () => {
    const host = await startHost();
    const { items } = await host.get('list-values/user/list?cols=u_status');
    expect(items).toContainEqual({ field: 'u_status', value: 'Active', count: 1 });
  });
});

describe('a day relative to today', () => {
  it('is a day of the host’s clock in the time zone of the study', async () => {
    // It is 14:30 on 1 March 2026 in Lusaka, and 01:30 on 2 March in Kiritimati.
    for (const [timeZone, found] of [
      ['Africa/Lusaka', ['2026-02-28', '2026-03-01']],
      ['Pacific/Kiritimati', ['2026-03-01', '2026-03-02']],
    ] as const) {
      const host = await startHost({ timeZone });
      const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'];
      await byName(host.db)
        .insertInto('participant')
        .values(days.map((next_date) => ({ next_date })))
        .execute();
      const { items } = await host.get(
        'participant/list?next_date.from=today-1d&next_date.to=today&sort=next_date',
      );
      expect(items.map(({ next_date }) => next_date)).toEqual(found);
    }
  });
});
