import { resolveDay, writeRelativeDay } from 'shared/list/relative-days';
import { getToday } from 'shared/list/today';
import { beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import type { ListView } from '~/lib/core/list/list-view';
import { config } from '~/lib/core/server/config.server';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { callRoute, signedInAs } from '../support/call-route';

const daysFromNow = (days: number) =>
  resolveDay(writeRelativeDay(days), getToday(config.STUDY_TIME_ZONE));
let cookie: string;

beforeAll(async () => {
  cookie = await signedInAs('researcher');
  const { db } = await openEmbeddedHost();
  // Those of other files, which use the same database.
  await db.deleteFrom('participant').execute();
  await db.deleteFrom('follow_up').execute();
  await db
    .insertInto('participant')
    .values([
      { study_number: 'D-1', next_date: daysFromNow(-1) },
      { study_number: 'D-2', next_date: daysFromNow(0) },
      { study_number: 'D-3', next_date: daysFromNow(-9) },
    ])
    .execute();
  await db
    .insertInto('follow_up')
    .values([{ study_number: 'd-3', record_upload_date: daysFromNow(-8) }])
    .execute();
});

async function open(search: string): Promise<ListView> {
  const { status, data } = await callRoute(participants, `/participants?${search}`, { cookie });
  expect(status).toBe(200);
  return data as ListView;
}

/** Returns the texts of the shown cells. */
async function readCells(search: string) {
  const { rows, columns } = await open(search);
  expect(columns.length).toBeGreaterThan(0);
  return rows.map(({ cells }) =>
    cells.map((cell) => (typeof cell === 'string' ? cell : cell.text)),
  );
}

describe('the list of participants', () => {
  it('shows the state of the next follow-up if its column is chosen, and orders by it', async () => {
    expect(
      await readCells('sort=-followup_state&cols=study_number,n_followups,followup_state'),
    ).toEqual([
      ['D-1', '0', 'overdue'],
      ['D-3', '1', 'none'],
      ['D-2', '0', 'due'],
    ]);
  });

  it('finds the participants whose follow-up is overdue or due', async () => {
    const search = 'followup_state.in=due&followup_state.in=overdue&cols=study_number';
    expect(await readCells(search)).toEqual([['D-1'], ['D-2']]);
    const { chips } = await open(search);
    expect(chips.map(({ text }) => text)).toEqual([expect.stringContaining('Follow-up State')]);
  });

  it('finds appointments by days relative to today', async () => {
    const search = 'due_date.from=today-10d&due_date.to=today-1d&cols=study_number&sort=due_date';
    expect(await readCells(search)).toEqual([['D-3'], ['D-1']]);
  });

  it('has the derived columns in the chooser only, at first', async () => {
    const { columns } = await open('size=20');
    expect(columns.map(({ field }) => field)).not.toContain('followup_state');
  });

  it('can be summarized by the state of the next follow-up', async () => {
    const { summary } = await open('by=followup_state');
    const rows = summary?.table?.rows.map(({ text }) => text);
    expect(rows?.toSorted()).toEqual(['due', 'none', 'overdue']);
  });
});
