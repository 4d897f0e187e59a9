import { resolveDay, writeRelativeDay } from 'shared/list/relative-days';
import { getToday } from 'shared/list/today';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findListEntity } from '~/lib/core/entities';
import { getApiHost } from '~/lib/core/host/host.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { readListState } from '~/lib/core/list/list-state';
import type { ListView } from '~/lib/core/list/list-view';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { deleteTemporary } from '~/lib/erasure/erase-kept.server';
import { cards } from '~/lib/overview/cards';
import { endLease, storeCard } from '~/lib/overview/overview-store.server';
import type { CardView } from '~/lib/overview/overview-view';
import { refreshOverview, settleRefresh } from '~/lib/overview/refresh-overview.server';
import { buildWeeksFigure } from '~/lib/overview/weeks';
import { loader as followUps } from '../../app/routes/_signed-in+/_main-app+/follow-ups';
import { loader as participants } from '../../app/routes/_signed-in+/_main-app+/participants';
import { loader as navigators } from '../../app/routes/_signed-in+/_main-app+/peer-navigators';
import { loader as home } from '../../app/routes/_signed-in+/home';
import {
  action as changeSettings,
  loader as settings,
} from '../../app/routes/_signed-in+/home_.settings';
import { callRoute, signedInAs } from '../support/call-route';

const lists = new Map([
  ['/participants', participants],
  ['/follow-ups', followUps],
  ['/peer-navigators', navigators],
]);
let administrator: string;
let researcher: string;
const former = config.OVERVIEW_SECONDS;
const DAY_MS = 86_400_000;
const daysAgo = (days: number) =>
  resolveDay(writeRelativeDay(-days), getToday(config.STUDY_TIME_ZONE));

beforeAll(async () => {
  administrator = await signedInAs('administrator');
  researcher = await signedInAs('researcher');
  config.OVERVIEW_SECONDS = 300;
  const { db } = await openEmbeddedHost();
  await db.deleteFrom('follow_up').execute();
  await db.deleteFrom('participant').execute();
  await db.deleteFrom('peer_navigator').execute();
  await db.deleteFrom('quiz_attempt').execute();
  await db
    .insertInto('participant')
    .values(
      // One day is in the future, by mistake.
      [1, 5, 10, 20, 100, -2].map((days) => ({
        study_number: `S-${days}`,
        assessment_date: daysAgo(days),
        next_date: daysAgo(days - 3),
        // The navigator's own record was never uploaded, and one date is in the future, by mistake.
        peer_navigator: 'busy',
        record_upload_date: daysAgo(days === 100 ? 0 : days),
      })),
    )
    .execute();
  await db
    .insertInto('follow_up')
    .values([
      { study_number: 'S-100', record_upload_date: daysAgo(3) },
      { study_number: 'S-1', next_checkin_date: daysAgo(-9), record_upload_date: daysAgo(0) },
      { study_number: 'nobody', record_upload_date: daysAgo(4) },
      { study_number: 'S-5', record_upload_date: daysAgo(-5) },
      { study_number: 'S-10', record_upload_date: 'yesterday' },
    ])
    .execute();
  await db
    .insertInto('peer_navigator')
    .values([
      { username: 'busy', upload_date: null },
      { username: 'recent', upload_date: daysAgo(1) },
      { username: 'silent', upload_date: daysAgo(60) },
      { username: 'ann@study.example', upload_date: daysAgo(30) },
      { username: 'never', upload_date: null },
    ])
    .execute();
});
afterAll(() => {
  config.OVERVIEW_SECONDS = former;
});
beforeEach(async () => {
  // A page of an earlier test may have started to compute figures.
  await settleRefresh();
  const store = await getStore();
  await store.deleteFrom('overview').execute();
  await store.deleteFrom('shared_setting').where('name', '=', 'overview').execute();
});

async function readCards(cookie = researcher): Promise<CardView[]> {
  const { data } = await callRoute(home, '/home', { cookie });
  return (data as { cards: CardView[] }).cards;
}

async function readCard(name: string): Promise<CardView> {
  const card = (await readCards()).find((candidate) => candidate.name === name);
  if (!card) throw new Error(`no card ${name}`);
  return card;
}

/** Opens the list of a figure. */
async function openList(href: string): Promise<ListView> {
  const loader = lists.get(href.replace(/\?.*/, ''));
  if (!loader) throw new Error(`no list: ${href}`);
  const { status, data } = await callRoute(loader, href, { cookie: researcher });
  expect(status).toBe(200);
  return data as ListView;
}

const change = (form: Record<string, string>, cookie = administrator) =>
  callRoute(changeSettings, '/home/settings', { cookie, form });

describe('the figures of the home page', () => {
  it('are not computed while the page loads', async () => {
    const list = vi.spyOn(getApiHost(), 'list');
    const found = await readCards();
    expect(list).not.toHaveBeenCalled();
    list.mockRestore();
    expect(found[0]).toMatchObject({ title: 'Participants enrolled', asOf: undefined });
    expect(found[0]?.figures.map(({ text }) => text)).toEqual(['–', '–', '–']);
  });

  it('are missing if they are turned off', async () => {
    config.OVERVIEW_SECONDS = 0;
    expect(await readCards()).toEqual([]);
    config.OVERVIEW_SECONDS = 300;
  });

  it.each([
    ['participants', ['6', '2', '4']],
    ['follow-ups', ['2', '2', '1']],
    ['navigators', ['2', '1']],
    ['data-quality', ['0', '0', '1', '1', '1', '1']],
  ])('of %s have a time, and lead to lists with as many rows', async (name, texts) => {
    await refreshOverview();
    const { figures, asOf } = await readCard(name);
    expect(figures.map(({ text }) => text)).toEqual(texts);
    expect(asOf).toMatch(/^\d\d:\d\d$/);
    for (const { text, href } of figures) {
      const view = await openList(href);
      expect(view.droppedNote).toBeUndefined();
      expect(view.summary).toBeUndefined();
      expect(String(view.pager.total)).toBe(text);
    }
  });

  it('of a percentage lead to the rows that are the part', async () => {
    await refreshOverview();
    const [total, , passed] = (await readCard('quizzes')).figures;
    expect(passed).toMatchObject({ text: '–', href: '/quiz-attempts?c_status=Passed' });
    expect(total).toMatchObject({ text: '0', href: '/quiz-attempts' });
  });

  it('of weeks lead to a summary with the same numbers', async () => {
    await refreshOverview();
    const { weeks } = await readCard('participants');
    const counts = weeks?.counts ?? [];
    expect(counts).toHaveLength(26);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    const { summary } = await openList(weeks?.href ?? '');
    expect(summary?.table?.total).toEqual([5, 5]);
    expect(summary?.table?.rowTotals.flatMap(([count]) => count || [])).toEqual(
      counts.filter((count) => count > 0),
    );
  });

  it('list silent navigators first, without names that identify people', async () => {
    await refreshOverview();
    const { first } = await readCard('navigators');
    expect(first?.rows).toEqual([
      { name: 'never', when: 'never' },
      { name: 'silent', when: '60 days ago' },
      { name: 'Name not shown', when: '30 days ago' },
      { name: 'recent', when: 'yesterday' },
      { name: 'busy', when: 'today' },
    ]);
    const { rows } = await openList(first?.href ?? '');
    expect(rows.map(({ label }) => label)).toEqual([
      'silent',
      'ann@study.example',
      'recent',
      'busy',
      'never',
    ]);
  });

  it('are computed by one process, and not again for some minutes', async () => {
    const list = vi.spyOn(getApiHost(), 'list');
    await Promise.all([refreshOverview(), refreshOverview()]);
    const calls = list.mock.calls.length;
    expect(calls).toBeGreaterThan(5);
    await refreshOverview();
    expect(list).toHaveBeenCalledTimes(calls);
    await endLease(0);
    await refreshOverview();
    expect(list.mock.calls.length).toBeGreaterThan(calls);
    list.mockRestore();
  });

  it('stay with their time if the host does not answer, and the card says so', async () => {
    await storeCard('notifications', { at: Date.now() - 2 * DAY_MS, figures: [7, 1] });
    const list = vi
      .spyOn(getApiHost(), 'list')
      .mockResolvedValue({ ok: false, error: { kind: 'unreachable' } });
    await refreshOverview();
    list.mockRestore();
    const card = await readCard('notifications');
    expect(card.figures.map(({ text }) => text)).toEqual(['7', '1']);
    expect(card.asOf).toMatch(/\d{4} \d\d:\d\d$/);
    expect(card.problem).toBeDefined();
    expect((await readCard('participants')).asOf).toBeUndefined();
  });

  it('stay after an erasure, marked, until they are computed again, without what may name a person', async () => {
    await refreshOverview();
    await storeCard('notifications', {
      ...{ at: Date.now(), figures: [7, 1], problem: 'No answer about Ann' },
    });
    const counted = await readCard('participants');
    const store = await getStore();
    const person = { participantId: '', studyNumber: '', phones: [], names: [] };
    await store.transaction().execute((db) => deleteTemporary(db, { person, records: [] }));
    const marked = await readCard('participants');
    expect(marked).toMatchObject({
      figures: counted.figures,
      asOf: counted.asOf,
      outdated: 'Being counted again.',
    });
    expect((await readCard('notifications')).problem).toBeUndefined();
    await settleRefresh();
    await refreshOverview();
    expect((await readCard('participants')).outdated).toBeUndefined();
  });

  it('that are missing or old make the page load itself again, not without end', async () => {
    const open = async (path: string) => {
      const { data } = await callRoute(home, path, { cookie: researcher });
      return data as { awaited?: object; refreshSeconds?: number; refreshHref?: string };
    };
    expect(await open('/home')).toMatchObject({
      refreshSeconds: 15,
      refreshHref: '/home?refreshed=1',
    });
    expect(await open('/home?refreshed=19')).toMatchObject({ refreshHref: '/home?refreshed=20' });
    for (const path of ['/home?refreshed=20', '/home?refreshed=999'])
      expect(await open(path)).toMatchObject({ awaited: { seconds: 15 } });
    expect((await open('/home?refreshed=20')).refreshSeconds).toBeUndefined();
    expect(await open('/home?refreshed=%2F%2Fother.example')).toMatchObject({
      refreshHref: '/home?refreshed=1',
    });
    await settleRefresh();
    await refreshOverview();
    expect(await open('/home')).toMatchObject({ awaited: undefined });
  });

  it('are stored encrypted', async () => {
    await refreshOverview();
    const store = await getStore();
    const rows = await store.selectFrom('overview').selectAll().execute();
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toContain('silent');
  });

  it.each(cards.map((card) => [card.name, card] as const))(
    'of %s have addresses that their lists understand',
    (_, { figures, weeks }) => {
      const summary = weeks && buildWeeksFigure(weeks, '2026-03-01');
      for (const { list, query } of [...figures, ...(summary ? [summary] : [])]) {
        const entity = findListEntity(list === '/users/waiting' ? 'users' : list.slice(1), '');
        if (!entity) throw new Error(`no list ${list}`);
        const state = readListState(entity.list, new URLSearchParams(query));
        expect(state).toMatchObject({ dropped: [], refused: [] });
      }
    },
  );
});

describe('the settings of the home page', () => {
  it('are refused to visitors and to researchers', async () => {
    expect((await callRoute(settings, '/home/settings')).status).toBe(302);
    const refused = await callRoute(settings, '/home/settings', { cookie: researcher });
    expect(refused.status).toBe(403);
    expect((await change({ 'place-participants': '1' }, researcher)).status).toBe(403);
    expect((await readCards()).length).toBeGreaterThan(1);
  });

  it.each([
    [{ 'place-participants': '0' }, 'place-participants'],
    [{ 'place-participants': 'first' }, 'place-participants'],
    [{ target: '-5' }, 'target'],
    [{ target: '500' }, 'start'],
    [{ target: '500', start: '2026-01-01', end: '2025-01-01' }, 'end'],
    [{ start: 'yesterday' }, 'start'],
  ])('are refused with an error: %j', async (form, field) => {
    const { status, data } = await change(form);
    expect(status).toBe(400);
    expect(Object.keys((data as { error: object }).error)).toContain(field);
  });

  it('choose the cards and their order', async () => {
    const { headers } = await change({ 'place-quizzes': '1', 'place-participants': '2' });
    expect(headers.get('location')).toBe('/home');
    expect((await readCards()).map(({ name }) => name)).toEqual(['quizzes', 'participants']);
  });

  it('set the target, with which the weeks are compared', async () => {
    await change({
      ...{ 'place-participants': '1', target: '140' },
      ...{ start: daysAgo(69), end: daysAgo(-70) },
    });
    await refreshOverview();
    const { weeks } = await readCard('participants');
    expect(weeks?.needed).toBeCloseTo(7);
    expect(weeks?.note).toMatch(
      /^Target: 140 by .+\. To be on schedule: 70 by today\. Enrolled: 6\.$/,
    );
  });

  it('leave an entry in the audit log', async () => {
    await change({ 'place-participants': '1' });
    await expect
      .poll(async () => {
        const { db } = await openEmbeddedHost();
        const rows = await db.selectFrom('audit_entry').select('audit_description').execute();
        return rows.map(({ audit_description }) => audit_description);
      })
      .toContain('Changed the figures of the home page: no target');
  });
});
