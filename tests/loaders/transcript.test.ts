import { beforeAll, describe, expect, it } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import { toPublicPath } from '~/lib/core/addresses/public-path.server';
import { settleEntries } from '~/lib/core/host/audit.server';
import { openEmbeddedHost } from '~/lib/core/host/open-embedded.server';
import { paths } from '~/lib/core/messenger/cloud-store.server';
import type { Fields } from '~/lib/core/messenger/document-store';
import { buildDocumentColumns } from '~/lib/core/messenger/sql.server';
import { config } from '~/lib/core/server/config.server';
import { getStore } from '~/lib/core/server/store.server';
import type { Bubble, TranscriptView } from '~/lib/transcript/transcript-view';
import {
  loader as discussion,
  action as searchDiscussion,
} from '../../app/routes/_signed-in+/_messenger+/discussion.chat.$eid_.transcript';
import {
  action as search,
  loader as transcript,
} from '../../app/routes/_signed-in+/_messenger+/phone.chat.$eid_.transcript';
import { callRoute, signedInAs } from '../support/call-route';

const ANN = { sender: '+260970000001', author: { firstName: 'Ann', id: 'a', color: '#0B6B63' } };
const BEN = { sender: '+260970000002', author: { firstName: 'Ben', id: 'b', color: '' } };
const DAY = 86_400_000;
/** 4 March 2026, one hour after midnight in Lusaka. */
const FIRST = Date.UTC(2026, 2, 3, 23);

let cookie: string;
/** Returns the path of the transcript of a conversation, as browsers see it. */
const getPath = (chat: string) => toPublicPath(`/phone/chat/${chat}/transcript`);
const getEid = (chat: string) => getPath(chat).split('/')[3] ?? '';

async function store(collection: string, documents: [id: string, fields: Fields][]) {
  const rows = documents.map(([id, fields]) => ({
    collection,
    id,
    version: 1,
    ...buildDocumentColumns(fields),
  }));
  const db = await getStore();
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('document')
      .values(rows.slice(from, from + 1_000))
      .execute();
}

const message = (n: number, fields: Fields = {}): [string, Fields] => [
  `m${String(n).padStart(5, '0')}`,
  {
    createdAt: new Date(FIRST + n * 3_600_000),
    state: 1,
    text: `message ${n}`,
    type: 'text',
    ...(n % 3 === 2 ? BEN : ANN),
    ...fields,
  },
];

async function open(chat: string, query = '') {
  const call = { cookie, params: { eid: getEid(chat) } };
  const { data, status, headers } = await callRoute(transcript, getPath(chat) + query, call);
  const { view, heading } = (data ?? {}) as { view: TranscriptView; heading: string };
  return { view, heading, status, location: headers.get('location') ?? '' };
}

/** Posts a search. Returns the query of the address to which the response redirects. */
async function find(chat: string, q: string) {
  const params = { eid: getEid(chat) };
  const { headers } = await callRoute(search, getPath(chat), { cookie, params, form: { q } });
  return headers.get('location')?.split(/[?#]/)[1] ?? '';
}

const listBubbles = (view: TranscriptView): Bubble[] =>
  view.days.flatMap(({ runs }) => runs.flatMap(({ bubbles }) => bubbles));
const listTexts = (view: TranscriptView) => listBubbles(view).map(({ text }) => text.join(''));

beforeAll(async () => {
  expect(config.STUDY_TIME_ZONE).toBe('Africa/Lusaka');
  cookie = await signedInAs('researcher');
  await store(
    paths.messages('long'),
    Array.from({ length: 12_020 }, (_, n) => message(n)),
  );
  await store(paths.messages('long'), [
    ['untimed', { text: 'when was this?', createdAt: '2026-05-01', ...BEN }],
  ]);
  await store(paths.messages('short'), [
    message(0),
    message(1),
    message(2, { type: 'image', text: '', uri: 'https://files.example/my%20leaflet.png' }),
    // 23:30 in Lusaka on 5 March, then 00:30 on 6 March.
    message(3, { createdAt: new Date('2026-03-05T21:30:00Z'), state: 2 }),
    message(4, { createdAt: new Date('2026-03-05T22:30:00Z') }),
    message(5, { createdAt: new Date('2026-03-09T10:00:00Z'), text: 'İs it free? Is it? <b>' }),
  ]);
  await store(paths.posts('d1'), [message(0), message(1), message(2)]);
}, 60_000);

describe('an invalid request for a transcript', () => {
  it('leads to the sign-in page without a session, as does a search', async () => {
    const call = { params: { eid: getEid('short') } };
    for (const [route, form] of [
      [transcript, undefined],
      [search, { q: 'message' }],
      [discussion, undefined],
      [searchDiscussion, { q: 'message' }],
    ] as const) {
      const { status, headers } = await callRoute(route, getPath('short'), { ...call, form });
      expect(status).toBe(302);
      expect(headers.get('location')).toMatch(/^\/login/);
    }
  });

  it('shows no search if the search belongs to another user, and says so', async () => {
    const found = await find('short', 'message');
    const params = { eid: getEid('short') };
    const other = await signedInAs('administrator');
    const { data } = await callRoute(transcript, `${getPath('short')}?${found}`, {
      cookie: other,
      params,
    });
    const { view } = data as { view: TranscriptView };
    expect(view.search).toEqual({ q: '' });
    expect(view.notes.join()).toContain('belongs to another user');
  });

  it.each(['day=2026-02-30', 'day=yesterday'])(
    'shows an error and all messages for a date that does not exist: %s',
    async (query) => {
      const { view } = await open('short', `?${query}`);
      expect(view.jump.error).toBe('Enter a date in the form 2026-03-04');
      expect(listTexts(view)).toHaveLength(6);
    },
  );

  it.each(['page=0', 'page=-1', 'page=x', 'size=7', 'match=0', 'end=1e9'])(
    'shows the first page if a parameter is not valid: %s',
    async (query) => {
      const { view } = await open('short', `?${query}`);
      expect(view.pages.range).toBe('1–6 of 6');
    },
  );

  it('does not search for a text that is too long or empty', async () => {
    expect(await find('short', 'x'.repeat(201))).toBe('');
    expect(await find('short', '  ')).toBe('');
  });
});

describe('a long transcript', () => {
  it('opens at the newest messages, and leads to earlier and later ones', async () => {
    const { view } = await open('long');
    expect(view.pages).toMatchObject({
      range: '11,951–12,020 of 12,020',
      total: 12_021,
      oldest: `${getPath('long')}?page=1`,
      earlier: `${getPath('long')}?page=239#end`,
    });
    expect(view.pages).toMatchObject({ later: undefined, newest: undefined });
    expect(listTexts(view).at(-1)).toBe('message 12019');
    const earlier = await open('long', '?page=239');
    expect(listTexts(earlier.view).at(-1)).toBe('message 11949');
    expect(earlier.view.pages).toMatchObject({
      later: getPath('long'),
      newest: `${getPath('long')}#end`,
    });
    expect(view.tableHref).toMatch(/\?page=1196$/);
  });

  it('keeps a message on the page of its permalink while messages are added', async () => {
    const { view } = await open('long');
    const { permalink, anchor } = listBubbles(view).at(-1) ?? {};
    expect(permalink).toBe(`${getPath('long')}?page=241#${anchor}`);
    // There is no page 241 yet: the newest page has more than 50 messages.
    const linked = await open('long', '?page=241');
    expect(listTexts(linked.view)).toEqual(listTexts(view));
  });

  it('shows messages without a time before the oldest', async () => {
    const { view } = await open('long', '?page=1');
    expect(view.days[0]?.title).toBe('Without a date');
    expect(listTexts(view).slice(0, 2)).toEqual(['when was this?', 'message 0']);
    expect(listBubbles(view)[0]?.time).toBe('01 May 2026');
    expect(view.notes.join()).toContain('before the oldest: 1 of 12,021 messages');
  });

  it('searches 5,000 messages at a time, and says so', async () => {
    const query = await find('long', 'MESSAGE 7');
    const { view } = await open('long', `?${query}`);
    // Among the numbers of the newest 5,000, 7020 to 7999 contain a 7, and so do 271 in each other thousand, and 12007
    // and 12017.
    expect(view.search).toMatchObject({
      summary: 'Match 2,066 of 2,066 in messages 7,021–12,020 of 12,020',
      next: undefined,
      older: { text: 'Search the messages before 7,021' },
    });
    expect(listTexts(view)).toContain('message 12017');
    const older = await open('long', `?${view.search.older?.href.split(/[?#]/)[1]}`);
    expect(older.view.search.summary).toContain('in messages 2,021–7,020 of 12,020');
    const oldest = await open('long', `?${older.view.search.older?.href.split(/[?#]/)[1]}`);
    expect(oldest.view.search.older).toBeUndefined();
    const all = await open('long', `?${await find('long', 'when was')}&end=2020`);
    expect(all.view.search.summary).toContain('Match 1 of 1');
    expect(listBubbles(all.view)[0]).toMatchObject({ isMatch: true });
  });
});

describe('a transcript', () => {
  it('names both parties, shows each on one side, and groups successive messages under one name', async () => {
    const { view, heading } = await open('short');
    expect(heading).toBe('Chat between Ann and Ben');
    expect(view.title).not.toContain('Ann');
    const sides = view.days.map(({ runs }) =>
      runs.map(({ author, side, bubbles }) => [author, side, bubbles.length]),
    );
    expect(sides).toEqual([
      [
        ['Ann', 'left', 2],
        ['Ben', 'right', 1],
      ],
      [['Ann', 'left', 1]],
      [['Ann', 'left', 1]],
      [['Ben', 'right', 1]],
    ]);
  });

  it('separates the days of the study’s time zone', async () => {
    const { view } = await open('short');
    expect(view.days.map(({ title, anchor }) => [title, anchor])).toEqual([
      ['04 March 2026', 'day-2026-03-04'],
      ['05 March 2026', 'day-2026-03-05'],
      ['06 March 2026', 'day-2026-03-06'],
      ['09 March 2026', 'day-2026-03-09'],
    ]);
    expect(listBubbles(view)[0]?.time).toBe('01:00');
  });

  it.each([
    ['2026-03-06', 'page=1', 'day-2026-03-06', undefined],
    ['2026-03-07', 'page=1', 'day-2026-03-09', 'No messages on 07 March 2026. The next ones are'],
    ['2026-03-10', 'page=1', 'end', 'No messages on 10 March 2026. All messages are older.'],
    ['0001-01-01', 'page=1', 'day-2026-03-04', 'No messages on 01 January 0001. The next ones'],
  ])('jumps to %s', async (day, page, anchor, note) => {
    const { location } = await open('short', `?day=${day}`);
    expect(location).toBe(`${getPath('short')}?day=${day}&${page}#${anchor}`);
    const { view } = await open('short', `?day=${day}&${page}`);
    expect(view.jump.day).toBe(day);
    if (note) expect(view.jump.note).toContain(note);
    else expect(view.jump.note).toBeUndefined();
  });

  it('jumps in a long conversation, and keeps its search and its page size', async () => {
    const day = new Date(FIRST + 400 * DAY + 7_200_000).toISOString().slice(0, 10);
    const query = await find('long', 'message 96');
    const { location } = await open('long', `?day=${day}&${query}&size=100`);
    expect(location).toBe(`${getPath('long')}?${query}&size=100&day=${day}&page=96#day-${day}`);
    const { view } = await open('long', location.slice(getPath('long').length).split('#')[0]);
    expect(view.days.some(({ anchor }) => anchor === `day-${day}`)).toBe(true);
    expect(view.search.q).toBe('message 96');
    expect(view.jump.hidden.map(({ name }) => name)).toEqual(['view', 'size']);
  });

  it('marks the matches of a search, and leads from one to the previous one', async () => {
    const { view } = await open('short', `?${await find('short', 'MESSAGE')}`);
    expect(view.search).toMatchObject({ q: 'MESSAGE', summary: 'Match 4 of 4', next: undefined });
    expect(listBubbles(view)[0]?.text).toEqual(['', 'message', ' 0']);
    const previous = view.search.previous ?? '';
    expect(previous).toMatch(/&match=3#match$/);
    const before = await open('short', previous.slice(getPath('short').length).split('#')[0]);
    expect(before.view.search.summary).toBe('Match 3 of 4');
    expect(listBubbles(before.view).findIndex(({ isMatch }) => isMatch)).toBe(3);
  });

  it.each([
    ['leaflet', 'Match 1 of 1'],
    ['is it', 'Match 1 of 1'],
    ['<b>', 'Match 1 of 1'],
    ['nothing like this', 'No matches'],
  ])('searches for “%s” with the result “%s”', async (q, summary) => {
    const { view } = await open('short', `?${await find('short', q)}`);
    expect(view.search.summary).toBe(summary);
  });

  it('replaces a search in the address by a view', async () => {
    const { location } = await open('short', '?q=leaflet');
    expect(location).toMatch(/\?view=[\w-]{22}#match$/);
  });

  it('leaves an audit entry and an access when it is searched, without the text of the search', async () => {
    const { db } = await openEmbeddedHost();
    const read = async () => {
      await settleEntries();
      await settleAccesses();
      const audits = await db.selectFrom('audit_entry').selectAll().execute();
      const accesses = await (await getStore()).selectFrom('access_log').selectAll().execute();
      return {
        text: JSON.stringify([audits, accesses]),
        audits: audits.filter((entry) => JSON.stringify(entry).includes('Transcript: Messages')),
        accesses: accesses.filter(({ access_kind }) => access_kind === 'Chat'),
      };
    };
    const before = await read();
    await open('short', `?${await find('short', 'leaflet')}`);
    const after = await read();
    expect(after.audits).toHaveLength(before.audits.length + 1);
    expect(after.accesses.length).toBeGreaterThan(before.accesses.length);
    expect(after.text).not.toContain('leaflet');
  });

  it('of a discussion has all posts on one side', async () => {
    const params = { eid: 'd1' };
    const { data } = await callRoute(discussion, '/discussion/chat/d1/transcript', {
      cookie,
      params,
    });
    const { view } = data as { view: TranscriptView };
    const runs = view.days.flatMap((day) => day.runs);
    expect(runs.map(({ author, side }) => [author, side])).toEqual([
      ['Ann', 'left'],
      ['Ben', 'left'],
    ]);
    expect(view.heading).toBe('Posts');
    const form = { q: 'message 1' };
    const posted = await callRoute(searchDiscussion, '/discussion/chat/d1/transcript', {
      cookie,
      params,
      form,
    });
    expect(posted.headers.get('location')).toMatch(/^\/discussion\/chat\/d1\/transcript\?view=/);
  });
});
