import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseListQuery } from '../../shared/list/grammar';
import { resolveDay, writeRelativeDay } from '../../shared/list/relative-days';
import { getToday } from '../../shared/list/today';
import {
  announceQueries,
  envelope,
  type RecordingHost,
  startRecordingHost,
} from '../support/recording-host';

const PARTICIPANTS = 'participant/list/1/0/na';
const FOLLOW_UPS = 'followup/list/1/0/na';
const ZONE = 'Africa/Lusaka';
const daysFromNow = (days: number) => resolveDay(writeRelativeDay(days), getToday(ZONE));

const participants = [
  { id: 1, study_number: 'S-1', next_date: daysFromNow(-1) },
  { id: 2, study_number: 'S-2', next_date: daysFromNow(14) },
  { id: 3, study_number: 'S-3', next_date: daysFromNow(-40) },
  { id: 4, study_number: 's-1', assessment_date: daysFromNow(1) },
  { id: 5, study_number: 'S-5', birthday: 'unknown' },
];
const followUps = [
  { id: 1, study_number: 's-2', next_date: daysFromNow(30), upload_date: daysFromNow(-3) },
  { id: 2, study_number: 'S-3', upload_date: `${daysFromNow(-20)} 10:00:00` },
  { id: 3, study_number: 'S-9', next_date: daysFromNow(1) },
];

const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-test-'));
let host: RecordingHost;

beforeAll(async () => {
  host = await startRecordingHost();
  Object.assign(process.env, {
    API_HOST_URL: host.url,
    DATA_DIR: dataDir,
    STUDY_TIME_ZONE: ZONE,
    LIST_CACHE_SECONDS: '0',
  });
});
afterEach(() => host.reset());
afterAll(async () => {
  await host.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes the next request find out again which host it is: its modules keep that in variables. */
async function forgetHost(): Promise<void> {
  const { closeStore } = await import('~/lib/core/server/store.server');
  await closeStore();
  vi.resetModules();
}

type Name = 'participant' | 'follow-up' | 'peer-navigator';

async function list(search: string, name: Name = 'participant') {
  const { getEntity } = await import('~/lib/core/entities');
  const { getFieldKinds } = await import('~/lib/core/entities/list-fields');
  const { fetchRows } = await import('~/lib/core/list/fetch-rows.server');
  const entity = getEntity(name);
  const { query } = parseListQuery(new URLSearchParams(search), getFieldKinds(entity.list));
  const result = await fetchRows(entity, query);
  if (!result.ok) return { error: result.error };
  const { rows, total, note } = result.value;
  const shown = rows.map((row) => (query.cols ?? ['id']).map((field) => row[field] ?? null));
  return { rows: shown, total, note };
}

async function summarize(by: string) {
  const { participant } = await import('~/lib/core/entities/participant');
  const { fetchSummary } = await import('~/lib/core/list/fetch-summary.server');
  const { allRows } = await import('../../shared/list/grammar');
  const result = await fetchSummary(participant, allRows, {
    by: [{ field: by }],
    of: { kind: 'count' },
  });
  if (!result.ok) return { error: result.error };
  const { rows, cells } = result.value.result;
  return rows.map((group, index) => [
    group.kind === 'value' ? group.value : group.kind,
    cells[index]?.[0]?.rows,
  ]);
}

describe('the derived fields of participants, on a host that sends whole lists', () => {
  const all = 'cols=id,n_followups,due_date,followup_state,data_problem';

  it('are computed from the follow-ups', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, () => envelope(followUps));
    expect(await list(all)).toEqual({
      rows: [
        [1, 0, daysFromNow(-1), 'overdue', 'duplicate study number'],
        [2, 1, daysFromNow(30), 'later', 'none'],
        [3, 1, daysFromNow(-40), 'none', 'none'],
        [4, 0, null, 'none', 'duplicate study number'],
        [5, 0, null, 'none', 'impossible date'],
      ],
      total: 5,
      note: undefined,
    });
    expect(await list('followup_state.in=overdue&followup_state.in=later&sort=-due_date')).toEqual({
      rows: [[2], [1]],
      total: 2,
      note: undefined,
    });
    expect(await summarize('followup_state')).toEqual([
      ['none', 3],
      ['later', 1],
      ['overdue', 1],
    ]);
  });

  it('follow a change of the follow-ups', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, () => envelope(followUps));
    expect(await list('n_followups.min=1')).toMatchObject({ total: 2 });
    host.on(FOLLOW_UPS, () => envelope([]));
    expect(await list('n_followups.min=1')).toMatchObject({ total: 0 });
  });

  it('do not load the follow-ups if no column, filter or order uses them', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    await list('cols=id,study_number&next_date.from=2020-01-01&sort=next_date');
    expect(host.to(FOLLOW_UPS)).toEqual([]);
  });

  it('are not computed for the page of one participant', async () => {
    const { getEntity } = await import('~/lib/core/entities');
    const { findInList } = await import('~/lib/core/list/find-in-list.server');
    host.on(PARTICIPANTS, () => envelope(participants));
    const found = await findInList(getEntity('participant'), '3');
    expect(found).toMatchObject({ ok: true, value: { study_number: 'S-3' } });
    expect(host.calls.map(({ path }) => path)).toEqual([PARTICIPANTS]);
  });

  it('are not known, with a note, if the follow-ups cannot be loaded', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, (_call, response) => response.writeHead(503).end());
    const { rows, total, note } = await list(all);
    expect(total).toBe(5);
    expect(rows?.[0]).toEqual([1, null, null, null, 'duplicate study number']);
    expect(note).toBe(
      'The list of followups could not be loaded, so these columns are not known: Followups, Latest Appointment, Follow-up State. Rows that are filtered by them may be missing.',
    );
  });
});

describe('the derived fields of follow-ups and peer navigators, on a host that sends whole lists', () => {
  it('are computed', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, () => envelope(followUps));
    const cols = 'cols=id,appointment_done,data_problem';
    expect(await list(cols, 'follow-up')).toMatchObject({
      rows: [
        [1, null, 'none'],
        [2, daysFromNow(-40), 'none'],
        [3, null, 'no participant'],
      ],
    });
    host.on(PARTICIPANTS, (_call, response) => response.writeHead(503).end());
    expect(await list(cols, 'follow-up')).toMatchObject({
      rows: [1, 2, 3].map((id) => [id, null, null]),
      note: expect.stringContaining('The list of participants could not be loaded'),
    });
    host.on('peer-navigator/list/1/0/na', () =>
      envelope([
        { id: 1, username: 'pn1', upload_date: `${daysFromNow(-45)} 23:59:59` },
        { id: 2, username: 'pn2', upload_date: null },
        { id: 3, username: 'pn3', upload_date: daysFromNow(0) },
      ]),
    );
    host.on(PARTICIPANTS, () =>
      envelope([{ id: 1, peer_navigator: 'PN2', record_upload_date: daysFromNow(-1) }]),
    );
    host.on(FOLLOW_UPS, () =>
      envelope([{ id: 1, peer_navigator: 'pn1', record_upload_date: daysFromNow(-9) }]),
    );
    host.on('analytic/list', () =>
      envelope([{ id: 1, username: 'pn1', upload_date: `${daysFromNow(-3)} 10:00:00` }]),
    );
    const search = 'cols=id,days_since_upload&sort=-days_since_upload';
    expect(await list(search, 'peer-navigator')).toMatchObject({
      rows: [
        [1, 3],
        [2, 1],
        [3, 0],
      ],
      note: undefined,
    });
    host.on('analytic/list', (_call, response) => response.writeHead(503).end());
    expect(await list(search, 'peer-navigator')).toMatchObject({
      rows: [3, 2, 1].map((id) => [id, null]),
      note: expect.stringContaining('The list of usage analytics could not be loaded'),
    });
  });
});

describe('a host that announces that its lists answer queries', () => {
  const answer = (items: readonly unknown[], total: number) =>
    host.on(PARTICIPANTS, (_call, response) => {
      announceQueries(response);
      return { ...envelope(items), total };
    });

  it('is asked for pages with derived fields', async () => {
    await forgetHost();
    answer([{ id: 1, followup_state: 'due' }], 7);
    const expected = { rows: [[1, 'due']], total: 7, note: undefined };
    const search = 'size=1&cols=id,followup_state&followup_state=due';
    for (const _ of ['when the host is not known yet', 'afterwards'])
      expect(await list(search)).toEqual(expected);
    const [first, ...later] = host.to(PARTICIPANTS).map((call) => new URLSearchParams(call.search));
    expect([...(first ?? [])]).toEqual([['size', '1']]);
    expect(later.map((query) => query.get('followup_state'))).toEqual(['due', 'due']);
  });

  it('is asked for the whole list once it no longer announces this', async () => {
    answer([{ id: 1 }], 7);
    await list('cols=id');
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, () => envelope(followUps));
    expect(await list('cols=id&followup_state=overdue')).toMatchObject({ rows: [[1]], total: 1 });
    expect(host.to(PARTICIPANTS).at(-1)?.search).toBe('');
    answer([{ id: 2 }], 3);
    expect(await list('cols=id&size=1')).toMatchObject({ rows: [[2]], total: 3 });
  });

  it('is not believed if it announces this of every other answer only', async () => {
    let isAnnounced = false;
    host.on(PARTICIPANTS, ({ search }, response) => {
      isAnnounced = search === '';
      if (isAnnounced) announceQueries(response);
      return envelope(participants);
    });
    expect(await list('cols=id')).toEqual({ error: { kind: 'unreadable' } });
  });
});

describe('a host that sends fewer rows than its total, without announcing queries,', () => {
  it.each(['cols=id', 'followup_state=overdue', 'size=2'])('is refused: %s', async (search) => {
    host.on(PARTICIPANTS, () => ({ ...envelope(participants.slice(0, 2)), total: 5 }));
    expect(await list(search)).toMatchObject({
      error: { kind: 'refused', message: expect.stringContaining('only a part of this list') },
    });
  });

  it('is asked for all rows if it may have applied the size of the first request', async () => {
    await forgetHost();
    host.on(PARTICIPANTS, ({ search }) =>
      envelope(search.includes('size=1') ? participants.slice(0, 1) : participants),
    );
    expect(await list('cols=id')).toMatchObject({ total: 5 });
    expect(host.to(PARTICIPANTS).map(({ search }) => search)).toEqual(['?size=1', '']);
    // The host is known now.
    await list('cols=id');
    expect(host.to(PARTICIPANTS).map(({ search }) => search)).toEqual(['?size=1', '', '']);
  });
});

describe('withdrawals, which the panel keeps for a host without the field,', () => {
  const withdraw = async (id: string) => {
    const plans = await import('~/lib/withdrawal/plan-remote-withdrawal.server');
    const planned = await plans.planRemoteWithdrawal(id, {
      day: daysFromNow(0),
      reason: null,
    });
    if (planned.ok) await planned.value();
    return planned;
  };
  const takeBack = async (id: string) => {
    const plans = await import('~/lib/withdrawal/plan-remote-withdrawal.server');
    await (await plans.planRemoteReturn(id))();
  };
  afterEach(async () => {
    const { deleteRemoteWithdrawals } = await import('~/lib/core/host/remote-withdrawals.server');
    await deleteRemoteWithdrawals(['1', '2', '2\u001f1', '3']);
  });
  const refused = {
    error: { kind: 'refused', message: expect.stringContaining('could not leave out') },
  };

  const refusedList = { error: { ...refused.error, hasWithdrawn: true } };

  it('are refused if the panel could not leave out anybody', async () => {
    const { config } = await import('~/lib/core/server/config.server');
    const former = config.LIST_MAX_ROWS;
    onTestFinished(() => {
      config.LIST_MAX_ROWS = former;
    });
    host.on(PARTICIPANTS, () => envelope(participants));
    config.LIST_MAX_ROWS = 4;
    expect(await withdraw('1')).toEqual({ ok: false, ...refused });
    config.LIST_MAX_ROWS = former;
    expect(await withdraw('1')).toMatchObject({ ok: true });
    // The list has become too long since.
    config.LIST_MAX_ROWS = 4;
    expect(await list('size=3&cols=id')).toMatchObject({ error: { kind: 'too long' } });
  });

  it('do not show follow-ups while the participants cannot be loaded', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, () => envelope(followUps));
    await withdraw('2');
    expect(await list('cols=id', 'follow-up')).toMatchObject({ rows: [[2], [3]], total: 2 });
    host.on(PARTICIPANTS, (_call, response) => response.writeHead(503).end());
    expect(await list('cols=id', 'follow-up')).toEqual(refusedList);
    host.on(PARTICIPANTS, () => envelope(participants));
    // The participants are left out also while the follow-ups cannot be loaded.
    host.on(FOLLOW_UPS, (_call, response) => response.writeHead(503).end());
    expect(await list('cols=id,n_followups')).toMatchObject({
      rows: [
        [1, null],
        [3, null],
        [4, null],
        [5, null],
      ],
      note: expect.stringContaining('The list of followups could not be loaded'),
    });
  });

  it('are those of all records of the person, and are taken back together', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, () => envelope(followUps));
    await withdraw('1');
    await withdraw('3');
    expect(await list('cols=id')).toMatchObject({ rows: [[2], [5]], total: 2 });
    expect(await summarize('data_problem')).toEqual([
      ['impossible date', 1],
      ['none', 1],
    ]);
    expect(await list('cols=id,withdrawn_on&withdrawn_on.empty=no')).toMatchObject({
      rows: [1, 3, 4].map((id) => [id, daysFromNow(0)]),
    });
    // The other record of the same person.
    await takeBack('4');
    expect(await list('cols=id')).toMatchObject({ rows: [[1], [2], [4], [5]] });
    await takeBack('3');
    expect(await list('cols=id')).toMatchObject({ total: 5 });
  });

  it('do not hide a later participant whom the host has given the id of a deleted one', async () => {
    const { readRemoteWithdrawals, storeRemoteWithdrawal } = await import(
      '~/lib/core/host/remote-withdrawals.server'
    );
    const withdrawal = { day: daysFromNow(0), reason: 'Moved away' };
    await storeRemoteWithdrawal('2', withdrawal, { numbers: { study_number: 'S-2' } });
    await storeRemoteWithdrawal('3', withdrawal, { numbers: { study_number: 's3' } });
    host.on(PARTICIPANTS, () => envelope(participants));
    expect(await list('cols=id')).toMatchObject({ rows: [[1], [4], [5]] });
    const later = participants.map((one) =>
      one.id === 2 ? { ...one, study_number: 'S-77' } : one,
    );
    host.on(PARTICIPANTS, () => envelope(later));
    expect(await list('cols=id')).toMatchObject({ rows: [[1], [2], [4], [5]] });
    expect(await list('cols=id,withdrawn_on&id.min=2&id.max=2')).toMatchObject({
      rows: [[2, null]],
    });
    expect([...(await readRemoteWithdrawals()).keys()].sort()).toEqual(['2\u001f1', '3']);
    host.on(PARTICIPANTS, () => envelope(participants));
    expect(await list('cols=id')).toMatchObject({ rows: [[1], [4], [5]] });
    expect([...(await readRemoteWithdrawals()).keys()].sort()).toEqual(['2', '3']);
  });

  it('have reasons, which filters find, and which are erased with the participant', async () => {
    const { storeRemoteWithdrawal, eraseReasons } = await import(
      '~/lib/core/host/remote-withdrawals.server'
    );
    const { getStore } = await import('~/lib/core/server/store.server');
    host.on(PARTICIPANTS, () => envelope(participants));
    await storeRemoteWithdrawal('2', { day: daysFromNow(0), reason: 'Moved away' }, {});
    expect(await list('cols=id,withdrawal_reason&withdrawal_reason=moved')).toMatchObject({
      rows: [[2, 'Moved away']],
    });
    await eraseReasons(await getStore(), ['2']);
    expect(await list('cols=id,withdrawal_reason&withdrawn_on.empty=no')).toMatchObject({
      rows: [[2, null]],
    });
    await takeBack('2');
  });

  it('are not those that the host itself claims in a field of the same name', async () => {
    host.on(PARTICIPANTS, () =>
      envelope(participants.map((row) => ({ ...row, withdrawn_on: daysFromNow(-1) }))),
    );
    expect(await list('cols=id')).toMatchObject({ total: 5 });
    await withdraw('2');
    expect(await list('cols=id')).toMatchObject({ rows: [[1], [3], [4], [5]] });
  });

  it('do not hide another reason for which the host refuses the list', async () => {
    host.on(PARTICIPANTS, () => envelope(participants));
    await withdraw('2');
    host.on(PARTICIPANTS, () => ({
      succeeded: false,
      message: 'Your account is disabled.',
      items: [],
    }));
    expect(await list('cols=id')).toEqual({
      error: { kind: 'refused', message: 'Your account is disabled.' },
    });
  });

  it('are not in the values that filters offer, nor in their counts', async () => {
    const rows = participants.map((row) => ({ ...row, peer_navigator: `pn${row.id}` }));
    host.on(PARTICIPANTS, () => envelope(rows));
    await withdraw('2');
    const { getEntity } = await import('~/lib/core/entities');
    const { fetchRows } = await import('~/lib/core/list/fetch-rows.server');
    const { allRows } = await import('../../shared/list/grammar');
    const found = await fetchRows(getEntity('participant'), { ...allRows, size: 1 });
    expect(found).toMatchObject({ ok: true, value: { total: 4 } });
    const all = found.ok ? found.value.allRows : [];
    expect(all?.map((row) => row.peer_navigator)).toEqual(['pn1', 'pn3', 'pn4', 'pn5']);
  });

  it('are known on the page of one record, also if the follow-ups cannot be loaded', async () => {
    const { getEntity } = await import('~/lib/core/entities');
    const { findInList } = await import('~/lib/core/list/find-in-list.server');
    const find = (id: string) => findInList(getEntity('participant'), id);
    host.on(PARTICIPANTS, () => envelope(participants));
    host.on(FOLLOW_UPS, () => envelope(followUps));
    expect(await find('2')).toMatchObject({ value: { withdrawn_on: null } });
    expect(await withdraw('2')).toMatchObject({ ok: true });
    host.on(FOLLOW_UPS, (_call, response) => response.writeHead(503).end());
    expect(await find('2')).toMatchObject({ value: { id: 2, withdrawn_on: daysFromNow(0) } });
    expect(await find('3')).toMatchObject({ value: { id: 3, withdrawn_on: null } });
    // It can be taken back nevertheless.
    await takeBack('2');
    expect(await find('2')).toMatchObject({ value: { withdrawn_on: null } });
  });

  it('have no effect for a host with another address, of which a start warns', async () => {
    const { log } = await import('~/lib/core/server/log.server');
    const { warnOfOtherWithdrawals } = await import('~/lib/core/host/remote-withdrawals.server');
    const { getStore } = await import('~/lib/core/server/store.server');
    const warn = vi.spyOn(log, 'warn');
    onTestFinished(() => warn.mockRestore());
    host.on(PARTICIPANTS, () => envelope(participants));
    await withdraw('2');
    await warnOfOtherWithdrawals();
    expect(warn).not.toHaveBeenCalled();
    const db = await getStore();
    await db.updateTable('withdrawal').set({ host: 'https://other.example' }).execute();
    onTestFinished(async () => void (await db.deleteFrom('withdrawal').execute()));
    expect(await list('cols=id')).toMatchObject({ total: 5 });
    await warnOfOtherWithdrawals();
    expect(warn).toHaveBeenCalledWith(
      { withdrawals: 1 },
      'withdrawals of another API host have no effect',
    );
  });
});
