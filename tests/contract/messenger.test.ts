import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMessengerPaths } from '../../app/lib/core/messenger/paths';
import { defined } from '../../shared/defined';
import { columnTitles } from '../support/column-titles';
import { sqlOn } from '../support/database';
import { exportFull } from '../support/full-export';
import { findOpaqueAddress } from '../support/opaque-address';
import { type RunningPanel, startPanel } from '../support/panel';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

/** The messenger's screens on the embedded store with the demo's messages, without script. */
let panel: RunningPanel;
let visitor: Visitor;

beforeAll(async () => {
  panel = await startPanel({ DEMO_DATA: 'on' });
  visitor = new Visitor(panel.url);
  await visitor.signIn('mwansa@panel.example', 'demo-administrator');
});
afterAll(() => panel.stop());

/** Returns the texts of a column. */
function column(title: string): string[] {
  const heads = [...visitor.document.querySelectorAll('thead tr:first-child th')];
  const index = heads.findIndex((head) => head.textContent?.startsWith(title));
  if (index < 0) throw new Error(`there is no column ${title}`);
  return [...visitor.document.querySelectorAll('tbody tr')].map(
    (row) => row.querySelectorAll(':scope > td')[index]?.textContent ?? '',
  );
}

const shown = () => visitor.page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/).textContent ?? '';

async function exported(search: string): Promise<string[]> {
  const file = await exportFull(visitor, `/${search}`);
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
  return (await file.text())
    .replace(/^\uFEFF/, '')
    .trim()
    .replaceAll('"', '')
    .split(/\r?\n/);
}

const lists = [
  {
    path: '/last-seen',
    title: 'Last Seen',
    rows: '1–5 of 300',
    columns: ['Number', 'Name', 'Type', 'PIN', 'Color', 'Last Seen'],
    filter: ['type=Moderator', 'Type', 'Moderator', 'type'],
    sort: ['id', 'Number'],
  },
  {
    path: '/discussions',
    title: 'Discussions',
    rows: '1–10 of 60',
    columns: ['ID', 'Title', 'Status', 'Posts', 'Nickname', 'Date'],
    filter: ['statusName=Disabled', 'Status', 'Disabled', 'statusName'],
    sort: ['id', 'ID'],
  },
  {
    path: '/discussion/chat/demo-001',
    title: 'Posts',
    rows: '1–10 of 400',
    columns: ['ID', 'Discussion', 'Text (S)', 'State', 'Status', 'Nickname', 'Sent'],
    filter: ['statusName=Deleted', 'State', 'Deleted', 'statusName'],
    sort: ['docId', 'ID'],
  },
  {
    path: '/phone/conversations/%2B260000000001',
    title: 'Conversations of +260000000001',
    rows: /1–(\d) of \1/,
    columns: ['Number', 'Name', 'Message (S)', 'Status', 'No Unread', 'Color', 'Typing', 'Date'],
    filter: ['q=260000000002', 'Number', '+260000000002', 'id'],
    sort: ['id', 'Number'],
  },
  {
    path: '/phone/chat/chat-0001',
    title: 'Messages',
    rows: '1–10 of 20,000',
    columns: ['ID', 'Number', 'Name', 'Type', 'Text (F)', 'URL', 'State', 'Status', 'Sent'],
    filter: ['statusName=Deleted', 'State', 'Deleted', 'statusName'],
    sort: ['docId', 'ID'],
  },
] as const;

describe.each(lists)('$path', ({ path, title: heading, rows, columns, filter, sort }) => {
  beforeEach(() => visitor.open(path));

  it('shows its columns and its first page', () => {
    expect(columnTitles(visitor.document.querySelectorAll('thead th'))).toEqual(columns);
    expect(shown()).toMatch(rows);
    expect(
      visitor.page.getByRole('heading', { name: new RegExp(`^${heading.replace('+', '\\+')}`) }),
    );
  });

  it('offers no deletion', async () => {
    expect(
      visitor.document.querySelector('main a[href*="delete"], main button[name*="delete"]'),
    ).toBeNull();
    await visitor.open('/delete/discussion/demo-003');
    expect(new URL(visitor.url).pathname).toBe('/home');
  });

  it('is filtered and sorted, in both directions', async () => {
    const [search, filtered, value] = filter;
    await visitor.open(`${path}?${search}&size=200`);
    expect(column(filtered).length).toBeGreaterThan(0);
    expect(new Set(column(filtered))).toEqual(new Set([value]));
    const [field, sorted] = sort;
    await visitor.open(`${path}?sort=${field}&size=100`);
    const ascending = column(sorted);
    expect(ascending).toEqual([...ascending].sort());
    await visitor.open(`${path}?sort=-${field}&size=100`);
    expect(column(sorted)).toEqual([...column(sorted)].sort().reverse());
  });

  it('shows its last page when a page beyond it is asked for', async () => {
    await visitor.open(`${path}?page=999999`);
    expect(visitor.status).toBe(200);
    const [, last, total] = /–([\d,]+) of ([\d,]+)/.exec(shown()) ?? [];
    expect(last).toBe(total);
    expect(column(columns[0]).length).toBeGreaterThan(0);
  });

  it('is exported with its filter and columns', async () => {
    const [search, title, value, field] = filter;
    const [head, ...lines] = await exported(`${path.slice(1)}?${search}&cols=${field}`);
    expect(head).toBe(title);
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines)).toEqual(new Set([value]));
  });
});

describe('a list that is read whole', () => {
  it('says that it shows only the first rows if it has more rows than the panel reads', async () => {
    for (const count of [5_000, 5_001])
      await sqlOn(
        panel.dataDir,
        `with recursive other (n) as (select 1 union all select n + 1 from other where n < ${count})
        insert into document (collection, id, data, version)
        select '${getMessengerPaths('study').conversations(`+26${count}`)}', 'other-' || n, '{}', 1
        from other`,
      );
    await visitor.open('/phone/conversations/%2B265000');
    expect(shown()).toBe('1–5 of 5,000');
    expect(visitor.page.queryByText(/more than 5,000/)).toBeNull();
    await visitor.open('/phone/conversations/%2B265001');
    expect(shown()).toBe('1–5 of 5,000');
    expect(visitor.page.getByText(/more than 5,000 conversations: only the first/)).toBeTruthy();
  });
});

/** Returns the milliseconds of the fastest of five views, because other work of the machine slows some down. */
async function quickest(path: string): Promise<number> {
  const times: number[] = [];
  for (let view = 0; view < 5; view += 1) {
    const start = performance.now();
    await visitor.open(path);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

describe('a chat of 20,000 messages', () => {
  const chat = '/phone/chat/chat-0001';

  it('opens pages at its beginning, middle and end quickly, in order of time', async () => {
    let before = 0;
    // The limit is a multiple of the time for a short list, because machines differ in speed.
    const short = await quickest('/discussions');
    for (const page of [1, 2, 1000, 1998]) {
      expect(await quickest(`${chat}?page=${page}`)).toBeLessThan(40 * short);
      const times = column('Sent').map((text) => new Date(text).getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times[0]).toBeGreaterThanOrEqual(before);
      before = times.at(-1) ?? 0;
    }
  });

  it('shows messages without a time last, even in a filtered list, and says how many they are', async () => {
    await visitor.open(`${chat}?page=2000`);
    expect(shown()).toBe('19,991–20,000 of 20,000');
    expect(
      visitor.page.getByText(/Without a time, and therefore last: \d+ of 20,000/),
    ).toBeTruthy();
    const [untimed] = take(column('ID').slice(-1), 1);
    expect(column('Sent').at(-1)?.trim()).not.toMatch(/\d{4}/);
    await visitor.open(`${chat}?docId=${encodeURIComponent(untimed.trim())}`);
    expect(visitor.page.getByText('1–1 of 1')).toBeTruthy();
    expect(visitor.page.getByText(/Without a time, and therefore last/)).toBeTruthy();
  });

  it('says how many messages a filter searches, and how many an export holds', async () => {
    await visitor.open(chat);
    expect(visitor.page.getByRole('button', { name: 'Export the newest 5,000 rows' })).toBeTruthy();
    await visitor.open(`${chat}?q=PrEP`);
    expect(visitor.page.getByText(/newest 5,000 of 20,000 messages/)).toBeTruthy();
    expect((await exported(`${chat.slice(1)}?cols=docId`)).length).toBe(5_001);
  });
});

describe('short texts', () => {
  it('are cut, with the full text in a column of its own', async () => {
    await visitor.open('/discussion/chat/demo-001?cols=text,shortText&size=100');
    const pairs = column('Text (F)').map(
      (full, index) => [full, column('Text (S)')[index]] as const,
    );
    expect(pairs.some(([full]) => full.length > 50)).toBe(true);
    for (const [full, short] of pairs)
      expect(short).toBe(full.length > 50 ? `${full.slice(0, 50)}…` : full);
  });
});

describe('a transcript', () => {
  const path = '/phone/chat/chat-0001/transcript';

  it('links to the table at the same messages, and the table links back', async () => {
    await visitor.open('/phone/chat/chat-0001?page=101');
    const first = column('ID')[0];
    const link = visitor.page
      .getByRole('link', { name: 'Read as transcript' })
      .getAttribute('href');
    expect(link).toBe(`${await findOpaqueAddress(visitor, path)}?page=21`);
    await visitor.open(link ?? '');
    expect(visitor.document.getElementById(`m-${first}`)).not.toBeNull();
    expect(visitor.page.getByRole('link', { name: 'Table' }).getAttribute('href')).toBe(
      await findOpaqueAddress(visitor, '/phone/chat/chat-0001?page=101'),
    );
    expect(shown()).toBe('1,001–1,050 of 19,996');
  });

  it('has a permalink for every message, which leads to it', async () => {
    await visitor.open(`${path}?page=7`);
    const links = visitor.page.getAllByRole('link', { name: /link to this message$/ });
    expect(links).toHaveLength(50);
    const [page, anchor] = take(defined(links[30]).getAttribute('href')?.split('#') ?? [], 2);
    const text = visitor.document.getElementById(anchor)?.textContent;
    await visitor.open(page);
    expect(visitor.document.getElementById(anchor)?.textContent).toBe(text);
  });

  it('separates days, names authors and marks deleted messages', async () => {
    await visitor.open(`${path}?size=200`);
    const days = visitor.page.getAllByRole('heading', { level: 3 }).map((day) => day.textContent);
    expect(days.length).toBeGreaterThan(1);
    expect(new Set(days).size).toBe(days.length);
    expect(days.every((day) => /^\d\d \w+ \d{4}$/.test(day ?? ''))).toBe(true);
    expect(visitor.document.querySelectorAll('main li.bubble').length).toBeGreaterThanOrEqual(200);
    expect(visitor.page.getAllByText('Deleted').length).toBe(
      visitor.document.querySelectorAll('del').length,
    );
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      'Chat between Chanda and Bwalya',
    );
    const [name] = take(visitor.page.getAllByText('Chanda'), 1);
    expect(name.getAttribute('style')).toMatch(
      /background-color:#[0-9a-f]{6};color:#(000000|ffffff)/i,
    );
  });

  it('leads to images and files by safe links, and loads none of them', async () => {
    const found = { images: 0, files: 0, unsafe: 0 };
    for (let page = 1; page <= 6; page++) {
      await visitor.open(`${path}?size=200&page=${page}`);
      for (const link of visitor.document.querySelectorAll('main ol a[rel]')) {
        expect(link.getAttribute('href')).toMatch(/^https:\/\/files\.study\.example\//);
        expect(link.getAttribute('rel')).toBe('noopener noreferrer');
        if (link.textContent?.startsWith('Image: photo-')) found.images += 1;
        if (link.textContent?.startsWith('File: leaflet ')) found.files += 1;
      }
      found.unsafe += visitor.page.queryAllByText('Image: javascript:void(0)').length;
      expect(visitor.document.querySelectorAll('main img, main iframe, main video')).toHaveLength(
        0,
      );
      expect(visitor.html).not.toContain('href="javascript:');
    }
    for (const count of Object.values(found)) expect(count).toBeGreaterThan(0);
  });

  it('is searched by a form that posts, and jumps to a date by one whose address can be bookmarked', async () => {
    await visitor.open(path);
    await visitor.press('Search messages', { 'Search in this conversation': 'Zikomo! 🙏' });
    expect(visitor.url).toMatch(/\/transcript\?view=[\w-]+$/);
    expect(visitor.page.getByText(/^Match ([\d,]+) of \1 in messages/)).toBeTruthy();
    expect(visitor.document.querySelector('#match mark')?.textContent).toBe('Zikomo! 🙏');
    const before = visitor.page.getAllByRole('link', { name: 'Previous match' })[0];
    await visitor.open(before?.getAttribute('href') ?? '');
    expect(visitor.document.querySelector('#match mark')?.textContent).toBe('Zikomo! 🙏');
    await visitor.open(
      visitor.page.getByRole('link', { name: 'Clear search' }).getAttribute('href') ?? '',
    );
    const [day] = take(visitor.page.getAllByRole('heading', { level: 3 }), 1);
    const date = day.id.slice('day-'.length);
    await visitor.open(path);
    await visitor.press('Go to the date', { 'Jump to a date': date });
    expect(visitor.url).toContain(`?day=${date}&page=`);
    expect(visitor.document.getElementById(`day-${date}`)).not.toBeNull();
  });

  it('exists for a discussion too, and shows its last page when a page beyond it is asked for', async () => {
    await visitor.open('/discussion/chat/demo-001/transcript?page=99');
    const newest = shown();
    expect(newest).toMatch(/^\d+–(\d+) of \1$/);
    expect(visitor.page.getByText(/before the oldest: \d+ of 400 posts/)).toBeTruthy();
    await visitor.open('/discussion/chat/demo-001/transcript');
    expect(shown()).toBe(newest);
    expect(visitor.page.getByRole('link', { name: 'Back to Discussions' })).toBeTruthy();
    await visitor.open('/discussion/chat/nowhere/transcript');
    expect(visitor.page.getByText('No Data')).toBeTruthy();
  });
});

describe('the messages of the demo study', () => {
  it('can be changed', async () => {
    await visitor.open('/discussion/edit/demo-002');
    await visitor.press('Save', { Name: 'Changed by a person' });
    expect(visitor.page.getByRole('status').textContent).toContain(
      'The discussion has been successfully updated!',
    );
    await visitor.open('/discussions?title=Changed');
    expect(shown()).toBe('1–1 of 1');
  });

  it('have posts whose form says that a disabled post is shown as deleted', async () => {
    await visitor.open('/discussion/chat/demo-001?cols=docId,statusName&statusName=Active&size=5');
    const link = visitor.page.getByRole('link', { name: column('ID')[0] });
    await visitor.open(link.getAttribute('href') ?? '');
    const status = visitor.page.getByRole('group', { name: 'Status' });
    const hint = visitor.document.getElementById(status.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('A disabled post is shown as deleted');
    await visitor.press('Save', { Status: 'Disabled' });
    await visitor.open(
      visitor.page.getByRole('link', { name: /^Back to/ }).getAttribute('href') ?? '',
    );
    expect(visitor.url).toContain('statusName=Active');
    expect(visitor.page.queryByRole('link', { name: link.textContent ?? '' })).toBeNull();
  });

  it('have discussions with missing fields, which can still be opened', async () => {
    await visitor.open('/discussions?id=demo-049');
    await visitor.open(
      visitor.document.querySelector('a[href="/discussion/chat/demo-049"]')?.getAttribute('href') ??
        '/missing',
    );
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe('Discussion demo-049');
  });
});
