import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedViews } from '~/lib/core/entities/shipped-views';
import { defined } from '../../shared/defined';
import { sharedDemo } from '../support/embedded';
import { exportFull } from '../support/full-export';
import type { Visitor } from '../support/visitor';

const DAY_MS = 24 * 3_600_000;

const demo = sharedDemo();
let visitor: Visitor;
beforeAll(async () => {
  visitor = await demo.signedIn('researcher');
});

type Row = Readonly<Record<string, string>>;

/** Exports these columns of the list of a view that comes with the panel. Returns the values by their fields. */
async function exportView(name: string, cols: string): Promise<Row[]> {
  const view = defined(shippedViews.find((shipped) => shipped.name === name));
  const query = new URLSearchParams(view.query);
  query.delete('by');
  query.set('cols', cols);
  const request = () => exportFull(visitor, `${view.list}?${query}`);
  // The panel first counts the conversations, and meanwhile leads back to their list.
  const ready = async () => {
    await visitor.request(view.list);
    return (await request()).status;
  };
  await expect.poll(ready, { timeout: 60_000, interval: 500 }).toBe(200);
  return parse(await (await request()).text(), { bom: true, columns: cols.split(','), from: 2 });
}

/** Returns the single number that a statement on the host's database selects. */
async function count(statement: string): Promise<number> {
  const [row] = (await demo.sql(statement)) as Record<string, unknown>[];
  return Number(Object.values(row ?? {})[0]);
}

const list = (rows: readonly Row[], column: string) => rows.map((row) => defined(row[column]));

describe('a view that comes with the panel', () => {
  it('“No follow-up yet” has each participant without a follow-up', async () => {
    const rows = await exportView('no-follow-up', 'study_number,n_followups');
    const without = await count(
      `select count(*) from participant where not exists (select 1 from follow_up
        where lower(trim(follow_up.study_number)) = lower(trim(participant.study_number)))`,
    );
    expect(rows.length).toBe(without);
    expect(without).toBeGreaterThan(0);
  });

  it('“Interested in PrEP, not started” has each participant with one of the two answers', async () => {
    const rows = await exportView('prep-not-started', 'study_number,srh_prep_interest');
    const interested = await count(
      "select count(*) from participant where srh_prep_interest in ('Interested', 'Very interested')",
    );
    expect(rows.length).toBe(interested);
    expect(interested).toBeGreaterThan(0);
  });

  it('“Overdue follow-ups by navigator” counts the participants whose appointment is past', async () => {
    const rows = await exportView('overdue', 'peer_navigator,due_date,followup_state');
    expect(new Set(list(rows, 'followup_state'))).toEqual(new Set(['overdue']));
    for (const date of list(rows, 'due_date')) expect(Date.parse(date)).toBeLessThan(Date.now());
    await visitor.open('/participants?view=overdue');
    const total = visitor.page.getByRole('row', { name: /^Total/ }).textContent;
    expect(total).toContain(rows.length.toLocaleString('en'));
  });

  it('“Data problems” has each participant whose study number another one has', async () => {
    const rows = await exportView('data-problems', 'study_number,data_problem');
    expect(list(rows, 'data_problem')).not.toContain('');
    const duplicates = await count(
      `select count(*) from participant where lower(trim(study_number)) in
        (select lower(trim(study_number)) from participant group by 1 having count(*) > 1)`,
    );
    const found = list(rows, 'data_problem').filter((text) => text.includes('duplicate'));
    expect(found.length).toBe(duplicates);
    expect(duplicates).toBeGreaterThan(0);
  });

  it('“Data problems” of follow-ups has each one without a participant', async () => {
    const rows = await exportView('follow-up-problems', 'study_number,data_problem');
    const orphans = await count(
      `select count(*) from follow_up where not exists (select 1 from participant
        where lower(trim(follow_up.study_number)) = lower(trim(participant.study_number)))`,
    );
    const found = list(rows, 'data_problem').filter((text) => text.includes('no participant'));
    expect(found.length).toBe(orphans);
    expect(orphans).toBeGreaterThan(0);
  });

  it('“Not seen for 30 days” has each user of the messenger whose last visit is as long ago, or unknown', async () => {
    const rows = await exportView('not-seen-30-days', 'id,date');
    const all = (await demo.sql("select data from document where collection like '%users'")) as {
      data: string;
    }[];
    const stamps = all.map(({ data }) => JSON.parse(data).timestamp);
    const unknown = stamps.filter((stamp) => !stamp).length;
    const times = stamps.map((stamp) => Date.parse(stamp?.$moment));
    const limit = Date.now() - 30 * DAY_MS;
    // The day begins at another time in the study's time zone.
    const countBefore = (moment: number) => times.filter((time) => time <= moment).length + unknown;
    expect(rows.length).toBeGreaterThanOrEqual(countBefore(limit - DAY_MS));
    expect(rows.length).toBeLessThanOrEqual(countBefore(limit + DAY_MS));
    expect(countBefore(limit - DAY_MS)).toBeGreaterThan(unknown);
  });

  it('“Unanswered” has the phones of participants whose last message has no answer', async () => {
    const rows = await exportView('unanswered', 'phone_number,p_status,unanswered,waiting_since');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Number(row.unanswered)).toBeGreaterThan(0);
      expect(row.waiting_since).not.toBe('');
      expect(['Public', 'Participant']).toContain(row.p_status);
    }
    const since = rows.map((row) => row.waiting_since);
    expect(since).toEqual([...since].sort());
  });
});
