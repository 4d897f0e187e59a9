import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getApiHost } from '~/lib/core/host/host.server';
import * as cloud from '~/lib/core/messenger/cloud-store.server';
import { saveSummary } from '~/lib/core/messenger/conversations/saved.server';
import type { DocumentStore } from '~/lib/core/messenger/document-store';
import { buildDocumentColumns, openSqlStore } from '~/lib/core/messenger/sql.server';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import { countMessages } from '~/lib/overview/count-messages.server';
import { endLease, storeCard } from '~/lib/overview/overview-store.server';
import type { CardView } from '~/lib/overview/overview-view';
import { refreshOverview, settleRefresh } from '~/lib/overview/refresh-overview.server';
import { loader as conversations } from '../../app/routes/_signed-in+/_messenger+/conversations';
import { loader as home } from '../../app/routes/_signed-in+/home';
import { action as changeSettings } from '../../app/routes/_signed-in+/home_.settings';
import { callRoute, signedInAs } from '../support/call-route';

const HOUR_MS = 3_600_000;
const former = { seconds: config.OVERVIEW_SECONDS, hours: config.OVERVIEW_MESSAGES_HOURS };
const phones = ['+260000000901', '+260000000902', '+260000000903'];
let cookie: string;
let asked: string[];
let counting: DocumentStore['count'] | undefined;

/** Writes a conversation of a phone with messages of these senders. */
async function converse(phone: string, id: string, senders: readonly string[]): Promise<void> {
  const db = await getStore();
  const documents = [
    { collection: cloud.paths.conversations(phone), id: `other-${id}`, fields: { id } },
    ...senders.map((sender, index) => ({
      collection: cloud.paths.messages(id),
      ...{
        id: `${id}-${index}`,
        fields: { sender, text: 'Hello', createdAt: new Date(Date.UTC(2026, 1, 1 + index)) },
      },
    })),
  ];
  for (const { collection, id: name, fields } of documents)
    await db
      .insertInto('document')
      .values({ collection, id: name, version: 1, ...buildDocumentColumns(fields) })
      .execute();
}

beforeAll(async () => {
  cookie = await signedInAs('administrator');
  const [first = '', second = ''] = phones;
  await converse(first, 'talk', [first, first, 'other']);
  await converse(second, 'silence', [second]);
});
beforeEach(async () => {
  // A page of an earlier test may have started to compute figures.
  await settleRefresh();
  config.OVERVIEW_SECONDS = 300;
  config.OVERVIEW_MESSAGES_HOURS = 24;
  asked = [];
  counting = undefined;
  const store = await getStore();
  await store.deleteFrom('overview').execute();
  await store.deleteFrom('saved_conversations').execute();
  await store.deleteFrom('shared_setting').where('name', '=', 'overview').execute();
  const { get } = getApiHost();
  vi.spyOn(getApiHost(), 'get').mockImplementation(async (path) => {
    if (path !== 'phone/list') return get.call(getApiHost(), path);
    return { ok: true, value: { succeeded: true, message: '', items: phones.map(toPhone) } };
  });
  const opened = await cloud.openCloudStore();
  vi.spyOn(cloud, 'openCloudStore').mockImplementation(async () => ({
    ...opened,
    list: (collection, options) => {
      asked.push(`list ${collection}`);
      return opened.list(collection, options);
    },
    count: (collection, where) => {
      asked.push(`count ${collection}`);
      return (counting ?? opened.count)(collection, where);
    },
  }));
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  config.OVERVIEW_SECONDS = former.seconds;
  config.OVERVIEW_MESSAGES_HOURS = former.hours;
  await (await getStore()).deleteFrom('overview').execute();
});

const toPhone = (phone_number: string, index: number) => ({
  ...{ phone_id: index + 1, phone_name: `Phone ${index + 1}`, phone_number, p_status: 'Public' },
});

async function readCard(): Promise<CardView> {
  const { data } = await callRoute(home, '/home', { cookie });
  const card = (data as { cards: CardView[] }).cards.find(({ name }) => name === 'conversations');
  if (!card) throw new Error('no card of conversations');
  return card;
}

const readTexts = async () => (await readCard()).figures.map(({ text }) => text);
const count = () => countMessages(new AbortController().signal);

/** Stores the counts that a user has loaded at a time. */
async function loadedByUser(sent: number, at: Date): Promise<void> {
  const store = await getStore();
  const newest = store.selectFrom('session').select('public_id').where('public_id', 'is not', null);
  const { public_id } = await newest.limit(1).executeTakeFirstOrThrow();
  const rows = [
    { ...toPhone(phones[0] ?? '', 0), conversations: 1, sent, received: 7, unanswered: 0 },
  ];
  await saveSummary(String(public_id), { rows, failed: 0 }, new AbortController().signal);
  await store.updateTable('saved_conversations').set({ loaded_at: at.getTime() }).execute();
}

describe('the messages on the home page', () => {
  it('are not counted if the figures or the counting are turned off, and the card says what to do', async () => {
    config.OVERVIEW_MESSAGES_HOURS = 0;
    await count();
    expect(asked).toEqual([]);
    expect(await readCard()).toMatchObject({
      asOf: undefined,
      notYet: 'Not counted yet. To count the messages of all phones, open Conversations.',
    });
  });

  it('are not counted if no administrator has chosen the card', async () => {
    await callRoute(changeSettings, '/home/settings', { cookie, form: { 'place-quizzes': '1' } });
    await count();
    expect(asked).toEqual([]);
  });

  it('are said to be counted until the first count has ended', async () => {
    await refreshOverview();
    const { notYet, figures } = await readCard();
    expect(notYet).toBe(
      'The messages of all phones are being counted. This can take some minutes.',
    );
    expect(figures.map(({ text }) => text)).toEqual(['–', '–', '–']);
  });

  it('are counted without a user who opens the list, and without reading other messages than the last', async () => {
    await count();
    const { asOf, problem } = await readCard();
    expect(await readTexts()).toEqual(['3', '1', '1']);
    expect(asOf).toMatch(/^\d\d:\d\d$/);
    expect(problem).toBeUndefined();
    const messages = cloud.paths.messages('talk');
    expect(asked.filter((query) => query.endsWith(messages))).toEqual([
      `count ${messages}`,
      `count ${messages}`,
      `list ${messages}`,
    ]);
    // The later computation of all cards leaves them as they are.
    await refreshOverview();
    expect(await readTexts()).toEqual(['3', '1', '1']);
  });

  it('lead to the list, which says the same after its user has counted', async () => {
    await count();
    const [sent, , unanswered] = (await readCard()).figures;
    expect(sent?.href).toBe('/conversations?by=p_status&of=sum:sent');
    const open = async () =>
      (await callRoute(conversations, String(unanswered?.href), { cookie })).data;
    await expect.poll(open).toMatchObject({ kind: 'ready' });
    const { view } = (await open()) as { view: { pager: { total: number }; rows: object[] } };
    expect(String(view.pager.total)).toBe(unanswered?.text);
  });

  it('are counted again only after the time of the setting, by one process', async () => {
    await Promise.all([count(), count()]);
    const listCounts = () => asked.filter((query) => query.startsWith('count'));
    expect(listCounts()).toHaveLength(4);
    const once = asked.length;
    await count();
    expect(asked).toHaveLength(once);
    await storeCard('conversations', { at: Date.now() - 25 * HOUR_MS, figures: [1, 1, 1] });
    await count();
    expect(listCounts()).toHaveLength(8);
    expect(await readTexts()).toEqual(['3', '1', '1']);
  });

  it('are taken from a user who has counted them, instead of being counted again', async () => {
    await loadedByUser(40, new Date(Date.now() - 60_000));
    await count();
    expect(asked).toEqual([]);
    await refreshOverview();
    expect(await readTexts()).toEqual(['40', '7', '0']);
  });

  it('are not replaced by an older count of a user', async () => {
    await count();
    await loadedByUser(40, new Date(Date.now() - HOUR_MS / 2));
    await refreshOverview();
    expect(await readTexts()).toEqual(['3', '1', '1']);
  });

  it('name the phones that could not be counted', async () => {
    counting = (collection, where) =>
      collection === cloud.paths.messages('silence')
        ? Promise.reject(new Error('no permission'))
        : openSqlStore(getStore).count(collection, where);
    await count();
    const { problem, asOf } = await readCard();
    expect(problem).toBe('Without the messages of one phone, which could not be counted.');
    expect(asOf).toBeDefined();
    expect(await readTexts()).toEqual(['2', '1', '0']);
  });

  it('stay with their time if they cannot be counted, and the next attempt is an hour later', async () => {
    await storeCard('conversations', { at: Date.now() - 30 * HOUR_MS, figures: [5, 6, 0] });
    const failing = vi.spyOn(cloud, 'openCloudStore').mockRejectedValue(new Error('unavailable'));
    await count();
    const { problem, asOf } = await readCard();
    expect(await readTexts()).toEqual(['5', '6', '0']);
    expect(problem).toBeDefined();
    expect(asOf).toMatch(/\d{4} \d\d:\d\d$/);
    await count();
    expect(failing).toHaveBeenCalledTimes(1);
    await endLease(0, 'message lease');
    failing.mockImplementation(async () => openSqlStore(getStore));
    await count();
    expect(await readTexts()).toEqual(['3', '1', '1']);
  });

  it('are left as they are by a panel that stops, and the next panel counts', async () => {
    const stop = new AbortController();
    counting = () => {
      stop.abort();
      return Promise.resolve(1);
    };
    await countMessages(stop.signal);
    expect((await readCard()).asOf).toBeUndefined();
    counting = undefined;
    await count();
    expect(await readTexts()).toEqual(['3', '1', '1']);
  });

  it('are missing with the reason if the host has no phones', async () => {
    vi.spyOn(getApiHost(), 'get').mockResolvedValue({ ok: false, error: { kind: 'unreachable' } });
    await count();
    const { problem, asOf } = await readCard();
    expect(problem).toMatch(/phones/i);
    expect(asOf).toBeUndefined();
  });
});
