import { describe, expect, it } from 'vitest';
import { getAllTables } from '../../../backend/entities/tables';
import { makeListIndexes } from '../../../backend/lists/list-indexes';
import { allRows, type ListQuery } from '../../../shared/list/grammar';
import type { Summary } from '../../../shared/list/summary/grammar';
import { STAMP, startHost, type TestHost } from '../../support/start-host';
import { importer } from './import-support';

const TODAY = STAMP.slice(0, 10);
const WITHDRAWN = { succeeded: true, message: null, items: [{ id: 1, withdrawn_on: TODAY }] };

/** Starts a host with two participants, of whom the first has two records, and with their follow-ups. */
async function startStudy() {
  const host = await startHost();
  await host.db
    .insertInto('participant')
    .values([
      { study_number: 'S-1', peer_navigator: 'bupe', own_phone: 'Yes' },
      { study_number: 's-1', peer_navigator: 'bupe', own_phone: 'Once' },
      { study_number: 'S-3', peer_navigator: 'bupe', own_phone: 'No' },
    ])
    .execute();
  await host.db
    .insertInto('follow_up')
    .values([
      { study_number: 's-1', peer_navigator: 'bupe', checkin_notes: 'called at noon' },
      { study_number: 'S-3', peer_navigator: 'bupe', checkin_notes: 'called at night' },
      { study_number: null, peer_navigator: 'bupe' },
    ])
    .execute();
  await host.db.insertInto('peer_navigator').values({ username: 'bupe' }).execute();
  return host;
}

const readIds = async ({ get }: TestHost, path: string, search = '') => {
  const { items, total } = await get(`${path}/list?${search}`);
  expect(total).toBeGreaterThanOrEqual(items.length);
  return items.map(({ id }) => id);
};

/** Returns the ids that the list has on its pages, in a stream, and as a total, which must agree. */
async function readEveryWay(host: TestHost, path: string): Promise<unknown[]> {
  const ids = await readIds(host, path);
  const paged = await host.get(`${path}/list?size=1&cols=id`);
  expect([paged.total, paged.items.length]).toEqual([ids.length, ids.length ? 1 : 0]);
  // A page after the last one counts the rows by another statement.
  expect((await host.get(`${path}/list?size=5&page=9`)).total).toBe(ids.length);
  const stream = await host.host.stream(`${path}/list`, allRows);
  const streamed = [];
  for await (const part of stream?.parts ?? []) streamed.push(...part.map(({ id }) => id));
  expect(streamed).toEqual(ids);
  return ids;
}

describe('the withdrawal of a participant', () => {
  it('is refused without an id, for an unknown participant, and twice', async () => {
    const { post } = await startStudy();
    for (const path of ['participant/withdraw', 'participant/return']) {
      expect((await post(path, {})).message).toBe('The id is required');
      for (const uid of ['9', 'x', '-1', '1.5', '99999999999999999999'])
        expect((await post(path, { uid })).message).toBe(
          `The specified participant '${uid}' could not be found`,
        );
    }
    expect(await post('participant/return', { uid: '1' })).toMatchObject({
      succeeded: false,
      message: 'The participant is not withdrawn',
    });
    expect(await post('participant/withdraw', { uid: '1' })).toEqual(WITHDRAWN);
    // The second record has the same study number, so it is the same person.
    for (const uid of ['1', '2'])
      expect(await post('participant/withdraw', { uid })).toMatchObject({
        succeeded: false,
        message: 'The participant is withdrawn already',
      });
  });

  it('has a reason, which all records of the person show until it is taken back', async () => {
    const host = await startStudy();
    const readReasons = async (search: string) =>
      (await host.get(`participant/list?${search}`)).items.map((row) => row.withdrawal_reason);
    expect(
      await host.post('participant/withdraw', { uid: '1', ureason: 'x'.repeat(501) }),
    ).toMatchObject({ succeeded: false });
    await host.post('participant/withdraw', { uid: '1', ureason: ' Moved away ' });
    expect(await readReasons('withdrawn=included')).toEqual(['Moved away', 'Moved away', null]);
    expect(await readReasons('withdrawal_reason=moved')).toEqual(['Moved away', 'Moved away']);
    expect(await readReasons('withdrawal_reason.empty=yes')).toEqual([null]);
    const summary: Summary = { by: [{ field: 'withdrawal_reason' }], of: { kind: 'count' } };
    const found = await host.host.summarize(
      'participant/list',
      { ...allRows, withdrawn: 'included' },
      summary,
    );
    expect(found?.ok && found.value.rows).toMatchObject([
      { kind: 'value', value: 'Moved away' },
      { kind: 'none' },
    ]);
    await host.post('participant/return', { uid: '2' });
    expect(await readReasons('withdrawn=included')).toEqual([null, null, null]);
    await host.post('participant/withdraw', { uid: '1' });
    expect(await readReasons('withdrawn=included')).toEqual([null, null, null]);
  });

  it('leaves out the participant and their follow-ups until they are asked for', async () => {
    const host = await startStudy();
    expect(await readEveryWay(host, 'participant')).toEqual([1, 2, 3]);
    await host.post('participant/withdraw', { uid: '1' });
    expect(await readEveryWay(host, 'participant')).toEqual([3]);
    expect(await readEveryWay(host, 'followup')).toEqual([2, 3]);
    expect(await readIds(host, 'participant', 'sort=-study_number&size=5')).toEqual([3]);
    expect(await readIds(host, 'participant', 'study_number.is=S-1')).toEqual([]);
    // By the index of texts, and by other columns.
    expect(await readIds(host, 'followup', 'q=called&cols=checkin_notes&size=5')).toEqual([2]);
    expect((await host.get('followup/list?q=called&cols=checkin_notes&size=1')).total).toBe(1);
    expect(await readIds(host, 'participant', 'q=S-&cols=study_number,own_phone')).toEqual([3]);

    expect(await readIds(host, 'participant', 'withdrawn=included')).toEqual([1, 2, 3]);
    expect((await host.get('participant/list?withdrawn=included&size=1')).total).toBe(3);
    expect(await readIds(host, 'participant', 'withdrawn=everybody')).toEqual([3]);
    expect(await readIds(host, 'participant', 'withdrawn_on.empty=no')).toEqual([1, 2]);
    expect(await readIds(host, 'participant', 'withdrawn_on.empty=yes')).toEqual([3]);
    expect(await readIds(host, 'followup', `withdrawn_on.from=${TODAY}`)).toEqual([1]);
    expect(await readIds(host, 'followup', 'withdrawn=included&q=noon')).toEqual([1]);
    // The record itself can be read.
    expect((await host.get('participant/id/1')).items).toMatchObject([{ withdrawn_on: TODAY }]);
  });

  it('leaves them out of summaries, of the values of filters and of the figures of navigators', async () => {
    const host = await startStudy();
    await host.post('participant/withdraw', { uid: '2' });
    const summary: Summary = { by: [{ field: 'own_phone' }], of: { kind: 'count' } };
    const count = async (query: ListQuery) => {
      const found = await host.host.summarize('participant/list', query, summary);
      return found?.ok ? found.value.cells.flat().reduce((sum, { rows }) => sum + rows, 0) : found;
    };
    expect(await count(allRows)).toBe(1);
    expect(await count({ ...allRows, withdrawn: 'included' })).toBe(3);
    expect(await host.host.listValues('participant/list', ['own_phone'])).toEqual([
      { field: 'own_phone', values: [{ value: 'No', count: 1 }], empty: 0 },
    ]);
    expect((await host.get('peer-navigator/list')).items).toMatchObject([
      { n_participants: 1, n_followups: 2 },
    ]);
  });

  it('also hides follow-ups and records that come later, and ends for the whole person', async () => {
    const host = await startStudy();
    await host.post('participant/withdraw', { uid: '1' });
    await host.db.insertInto('follow_up').values({ id: 9, study_number: 'S-1' }).execute();
    await host.db.insertInto('participant').values({ id: 9, study_number: 'S-1' }).execute();
    expect(await readIds(host, 'followup')).toEqual([2, 3]);
    expect(await readIds(host, 'participant')).toEqual([3]);
    await host.db
      .updateTable('follow_up')
      .set({ study_number: 'S-3' })
      .where('id', '=', 9)
      .execute();
    expect(await readIds(host, 'followup')).toEqual([2, 3, 9]);
    // By a record that has not been withdrawn itself.
    expect(await host.post('participant/return', { uid: '9' })).toEqual({
      ...WITHDRAWN,
      items: [{ id: 9, withdrawn_on: null }],
    });
    expect(await readIds(host, 'participant')).toEqual([1, 2, 3, 9]);
    expect(await readIds(host, 'followup')).toEqual([1, 2, 3, 9]);
  });

  it('is not undone by an import', async () => {
    const host = await startStudy();
    const { run, rows } = importer(host);
    await host.post('participant/withdraw', { uid: '1' });
    await run('participants', 'id,study_number,own_phone,withdrawn_on\n1,S-1,Sometimes,\n');
    await run('participants', 'study_number,own_phone,withdrawn_on\nS-7,Yes,2026-01-01\n');
    const stored = await rows('participant');
    expect(stored.map((row) => [row.own_phone, row.withdrawn_on])).toEqual([
      ['Sometimes', TODAY],
      ['Once', null],
      ['No', null],
      ['Yes', null],
    ]);
    expect(await readIds(host, 'participant')).toEqual([3, 4]);
  });

  it('is filled in again at the start of another version', async () => {
    const host = await startStudy();
    await host.post('participant/withdraw', { uid: '1' });
    // As a restored database of another version, whose start fills the columns.
    await makeListIndexes(host.db, []);
    await host.db.updateTable('participant').set({ withdrawn_on: null }).execute();
    await host.db
      .updateTable('participant')
      .set({ withdrawn_on: '2026-02-01' })
      .where('id', '=', 3)
      .execute();
    await makeListIndexes(host.db, getAllTables());
    expect(await readIds(host, 'participant')).toEqual([1, 2]);
    expect(await readIds(host, 'followup')).toEqual([1, 3]);
  });
});
