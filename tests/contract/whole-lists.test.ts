import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defined } from '../../shared/defined';
import { makeFile, png } from '../support/files';
import { exportFull } from '../support/full-export';
import { type RunningPanel, startPanel } from '../support/panel';
import { announceQueries, type Call, envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

/** Returns the rows of a whole list, as a host that does not know the list grammar sends it to any query. */
const people = (count: number, name = 'user') =>
  Array.from({ length: count }, (_, index) => ({
    ...ann,
    user_id: String(index + 1),
    user_username: `${name}${String(index + 1).padStart(2, '0')}`,
  }));

type Remote = ReturnType<typeof remotePanel>;

/** Returns the requests for a list, without those that count the waiting accounts. */
const asked = ({ host }: Remote, path = 'user/list') =>
  host.to(path).filter(({ search }) => !search.includes('user_waiting'));

function shown({ visitor }: Remote, name = /^user\d\d$/) {
  return visitor.page.queryAllByRole('link', { name }).map((link) => link.textContent);
}

/** Holds the host's answer to a path back until the returned function is called. */
function hold(
  remote: Remote,
  path: string,
  answer: (call: Call, response: ServerResponse) => unknown,
) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  remote.host.on(path, async (call, response) => {
    await gate;
    return answer(call, response);
  });
  return release;
}

/** Waits for this number of views: the panel sends an audit entry for each view when it is requested. */
const views = (remote: Remote, count: number) =>
  expect.poll(() => remote.host.to('audit/update')).toHaveLength(count);

/** Changes an SMS category on a host that answers the save with what `answer` returns. */
async function save(remote: Remote, answer: (response: ServerResponse) => unknown) {
  const category = {
    sms_cat_id: 5,
    sms_cat_name: 'Reminders',
    sms_cat_description: 'Of visits',
    c_status: 'Active',
  };
  remote.host.on('sms-category/id/5', () => envelope([category]));
  remote.host.on('sms-category/update', (_call, response) => answer(response));
  const editor = new Visitor(remote.panel.url, remote.visitor);
  await editor.open('/sms-category/edit/5');
  await editor.press('Save', { Name: 'Visits' });
  expect(remote.host.to('sms-category/update')).toHaveLength(1);
}

const saved = () => envelope([{ sms_cat_id: 5 }]);

describe('a whole list', () => {
  const remote = remotePanel(
    { LIST_CACHE_SECONDS: '3600', LIST_MAX_ROWS: '60', API_MAX_BYTES: '100000' },
    { oneSession: true },
  );

  it.each([
    [
      '60 rows',
      'This list is too long to be shown here: the host sends more than 60 rows. Ask the person who runs this panel to raise the limit.',
      people(61),
    ],
    [
      '98 kB',
      'This list is too long to be shown here: the host sends more than 98 kB. Ask the person who runs this panel to raise the limit.',
      [{ ...ann, user_fname: 'x'.repeat(100_000) }],
    ],
  ])(
    'of more than %s is refused with a clear message, and the panel still works',
    async (_limit, message, rows) => {
      await save(remote, saved);
      remote.host.on('user/list', () => envelope(rows));
      const { visitor } = remote;
      await visitor.open('/users');
      expect(visitor.status).toBe(200);
      expect(visitor.page.getByRole('alert').textContent).toBe(` ${message}`);
      expect(shown(remote)).toEqual([]);
      await expect
        .poll(() => remote.host.to('log/update').map(({ fields }) => fields.uexception))
        .toEqual(['too long']);
      await visitor.show(await exportFull(visitor, '/users'));
      expect(visitor.page.getByRole('main').textContent).toContain(message);

      remote.host.on('user/list', () => envelope(people(60)));
      await visitor.open('/users');
      expect(visitor.page.getByText('1–5 of 60')).toBeTruthy();
    },
  );

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['is cut off', (response) => void response.destroy()],
    ['is an error', (response) => void response.writeHead(500).end()],
    ['is unreadable', () => 'text'],
    ['is a refusal', () => refusal('Closed')],
    ['is 304 although no list is stored', (response) => void response.writeHead(304).end()],
    [
      'must not be stored',
      (response) => {
        response.setHeader('cache-control', 'no-store');
        return envelope(people(3));
      },
    ],
  ])('whose answer %s is not stored', async (_what, answer) => {
    await save(remote, saved);
    remote.host.on('user/list', (_call, response) => answer(response));
    await remote.visitor.open('/users');
    expect(remote.visitor.status).toBe(200);
    remote.host.on('user/list', () => envelope(people(9)));
    await remote.visitor.open('/users');
    expect(remote.visitor.page.getByText('1–5 of 9')).toBeTruthy();
    expect(asked(remote)).toHaveLength(2);
  });

  it('is loaded once for all its pages, orders, filters and records, and for the export', async () => {
    await save(remote, saved);
    const rows = people(23).map(({ user_id, user_username }) => ({
      id: user_id,
      study_number: user_username,
      peer_navigator: Number(user_id) % 2 ? 'pn1' : 'pn2',
    }));
    const source = 'participant/list/1/0/na';
    remote.host.on(source, () => envelope(rows));
    const { visitor } = remote;
    await visitor.open('/participants');
    expect(shown(remote)).toHaveLength(10);
    await visitor.open('/participants?page=3');
    expect(shown(remote)).toEqual(['user21', 'user22', 'user23']);
    await visitor.open('/participants?sort=-study_number');
    expect(shown(remote).slice(0, 2)).toEqual(['user23', 'user22']);
    await visitor.open('/participants?page=2&sort=-study_number');
    expect(shown(remote).slice(0, 2)).toEqual(['user13', 'user12']);
    await visitor.open('/participants?peer_navigator.is=pn2&page=2');
    expect(shown(remote)).toEqual(['user22']);
    await visitor.open('/participants?q=USER09');
    expect(shown(remote)).toEqual(['user09']);
    await visitor.open('/participants?q=USER09&cols=id,peer_navigator');
    expect(visitor.page.getAllByText('No Data').length).toBeGreaterThan(0);
    await visitor.open('/participant/view/7');
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toContain('user07');
    await exportFull(visitor, '/participants?study_number=user1');
    const [{ fields }] = take(remote.host.to('downloadJson'), 1);
    expect(JSON.parse(defined(fields.ujson))).toHaveLength(10);
    expect(asked(remote, source)).toHaveLength(1);
  });

  it('is stored even if it is empty', async () => {
    await save(remote, saved);
    remote.host.on('color/list', () => envelope(null));
    for (let view = 0; view < 2; view++) {
      await remote.visitor.open('/colors');
      expect(remote.visitor.page.getAllByText('No Data').length).toBeGreaterThan(0);
    }
    expect(asked(remote, 'color/list')).toHaveLength(1);
  });

  it('is shared by all sessions, also while the host is down', async () => {
    await save(remote, saved);
    remote.host.on('user/list', () => envelope(people(7)));
    await remote.visitor.open('/users');
    remote.host.on('user/list', (_call, response) => void response.destroy());
    remote.visitor = await new Visitor(remote.panel.url).signIn();
    await remote.visitor.open('/users?page=2');
    expect(shown(remote)).toEqual(['user06', 'user07']);
    expect(asked(remote)).toHaveLength(1);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['was done', saved],
    ['may have been done, as its answer is lost', (response) => void response.destroy()],
    ['may have been done, as its answer is unreadable', () => 'text'],
  ])('is loaded anew after a save of the panel that %s', async (_what, answer) => {
    remote.host.on('user/list', () => envelope(people(3)));
    await remote.visitor.open('/users');
    await save(remote, answer);
    remote.host.on('user/list', () => envelope(people(4, 'late')));
    await remote.visitor.open('/users');
    expect(shown(remote, /^late/)).toHaveLength(4);
  });

  it('is loaded anew after an upload', async () => {
    await save(remote, saved);
    remote.host.on('user/list', () => envelope(people(3)));
    await remote.visitor.open('/users');
    remote.host.on('upload/Facility', () => ({ Succeeded: true, Message: null, Data: '/a.png' }));
    const body = new FormData();
    body.set('file', makeFile(png, 'a.png'));
    await remote.visitor.request('/upload/facility/facility_thumbnailUrl', {
      method: 'POST',
      body,
    });
    expect(remote.host.to('upload/Facility')).toHaveLength(1);
    await remote.visitor.open('/users');
    expect(asked(remote)).toHaveLength(2);
  });

  it('stays stored after a save that the host refuses', async () => {
    await save(remote, saved);
    remote.host.reset();
    remote.host.on('user/list', () => envelope(people(3)));
    await remote.visitor.open('/users');
    await save(remote, () => refusal('Not today'));
    await remote.visitor.open('/users');
    expect(asked(remote)).toHaveLength(1);
  });

  it('that was requested before a save of the panel is shown to the waiting visitor, and not stored', async () => {
    await save(remote, saved);
    remote.host.reset();
    const release = hold(remote, 'user/list', () => envelope(people(3)));
    const waiting = remote.visitor.open('/users');
    await expect.poll(() => asked(remote)).toHaveLength(1);
    await save(remote, saved);
    const later = new Visitor(remote.panel.url, remote.visitor).open('/users');
    await expect.poll(() => asked(remote)).toHaveLength(2);
    remote.host.on('user/list', () => envelope(people(4, 'late')));
    release();
    await waiting;
    expect(shown(remote)).toHaveLength(3);
    await later;
    await remote.visitor.open('/users');
    expect(asked(remote)).toHaveLength(2);
  });

  it('is loaded once for all visitors who open it at the same time, even if one of them leaves', async () => {
    await save(remote, saved);
    remote.host.reset();
    const release = hold(remote, 'user/list', () => envelope(people(23)));
    const leaving = new AbortController();
    const left = new Visitor(remote.panel.url, remote.visitor).request('/users', {
      signal: leaving.signal,
    });
    await views(remote, 1);
    const other = new Visitor(remote.panel.url, remote.visitor);
    const others = [
      other.open('/users?page=2'),
      remote.visitor.open('/users?sort=-user_username&user_username=2'),
    ];
    await views(remote, 3);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    release();
    await Promise.all(others);
    expect(other.page.getByText('6–10 of 23')).toBeTruthy();
    expect(shown(remote)).toEqual(['user23', 'user22', 'user21', 'user20', 'user12']);
    expect(asked(remote)).toHaveLength(1);
  });

  it('is asked for without a filter, which a host could apply without saying so', async () => {
    const countries = ['Ghana', 'Malawi', 'Zambia'].map((country_name, country_id) => ({
      country_id,
      country_name,
    }));
    remote.host.on('country/list', ({ search }) => {
      const wanted = new URLSearchParams(search).get('country_name') ?? '';
      return envelope(countries.filter(({ country_name }) => country_name.includes(wanted)));
    });
    const names = () => shown(remote, /^(Ghana|Malawi|Zambia)$/);
    await remote.visitor.open('/countries?country_name=Malawi');
    expect(names()).toEqual(['Malawi']);
    await remote.visitor.open('/countries?country_name=Zambia');
    expect(names()).toEqual(['Zambia']);
    await remote.visitor.open('/countries');
    expect(names()).toEqual(['Ghana', 'Malawi', 'Zambia']);
    expect(asked(remote, 'country/list').map(({ search }) => search)).toEqual(['']);
  });

  it('is no longer stored or shared as soon as the host answers queries', async () => {
    await save(remote, saved);
    remote.host.reset();
    remote.host.on('user/list', () => envelope(people(9)));
    await remote.visitor.open('/users');
    await save(remote, saved);
    const answer = ({ search }: Call, response: ServerResponse) => {
      announceQueries(response);
      const page = Number(new URLSearchParams(search).get('page') ?? 1);
      return { ...envelope(people(9).slice(page * 5 - 5, page * 5)), total: 9 };
    };
    remote.host.on('user/list', answer);
    await remote.visitor.open('/users?page=2');
    expect(shown(remote)).toEqual(['user06', 'user07', 'user08', 'user09']);

    const before = asked(remote).length;
    const release = hold(remote, 'user/list', answer);
    const other = new Visitor(remote.panel.url, remote.visitor);
    const both = [remote.visitor.open('/users'), other.open('/users?page=2')];
    await expect.poll(() => asked(remote)).toHaveLength(before + 2);
    release();
    await Promise.all(both);
    expect(shown(remote)).toEqual(['user01', 'user02', 'user03', 'user04', 'user05']);
    expect(other.page.getByText('6–9 of 9')).toBeTruthy();
    await remote.visitor.open('/users');
    expect(asked(remote)).toHaveLength(before + 3);
  });
});

describe('a whole list whose host can answer that the list is unchanged', () => {
  const remote = remotePanel({ LIST_CACHE_MB: '1' }, { oneSession: true });

  /** Answers with the rows and their tag, or with 304 if the panel has stored the list with this tag. */
  const tagged = (etag: string, rows: unknown[]) => (call: Call, response: ServerResponse) => {
    response.setHeader('etag', etag);
    if (call.headers['if-none-match'] !== etag) return envelope(rows);
    return void response.writeHead(304).end();
  };

  const conditions = (path = 'user/list') =>
    asked(remote, path).map(({ headers }) => headers['if-none-match']);

  it('shows an error while the host is down, and the stored list when the host is back', async () => {
    remote.host.on('color/list', tagged('"1"', [{ color_id: 1, color_name: 'Mauve' }]));
    const { visitor } = remote;
    await visitor.open('/colors');
    remote.host.on('color/list', (_call, response) => void response.destroy());
    await visitor.open('/colors');
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'An error occured when loading colors from server',
    );
    expect(visitor.page.queryByText('Mauve')).toBeNull();
    remote.host.on('color/list', (_call, response) => void response.writeHead(304).end());
    await visitor.open('/colors');
    expect(visitor.page.getByText('Mauve')).toBeTruthy();
  });

  it.each(['"strong"', 'W/"weak"'])(
    'is requested with its tag %s, and shows a change at once',
    async (tag) => {
      await save(remote, saved);
      remote.host.on('user/list', tagged(tag, people(23)));
      const { visitor } = remote;
      await visitor.open('/users?cols=user_id,user_username');
      await visitor.open('/users?page=5');
      expect(shown(remote)).toEqual(['user21', 'user22', 'user23']);
      remote.host.on('user/list', tagged('"next"', people(24)));
      await visitor.open('/users?page=5');
      expect(shown(remote)).toEqual(['user21', 'user22', 'user23', 'user24']);
      await visitor.open('/users');
      expect(conditions()).toEqual([undefined, tag, tag, '"next"']);
      // A tag belongs to one address. A host may ignore the tag in a request that says `no-cache`.
      expect(new Set(asked(remote).map(({ search }) => search)).size).toBe(1);
      expect(asked(remote).map(({ headers }) => headers['cache-control'])).not.toContain(
        'no-cache',
      );
    },
  );

  it('is requested with the date of its last change if it has no tag', async () => {
    await save(remote, saved);
    const modified = 'Sat, 09 Mar 2024 10:00:00 GMT';
    remote.host.on('user/list', (call, response) => {
      response.setHeader('last-modified', modified);
      if (call.headers['if-modified-since'] !== modified) return envelope(people(6));
      return void response.writeHead(304).end();
    });
    await remote.visitor.open('/users');
    await remote.visitor.open('/users?page=2');
    expect(shown(remote)).toEqual(['user06']);
    expect(asked(remote).map(({ headers }) => headers['if-modified-since'])).toEqual([
      undefined,
      modified,
    ]);
  });

  it('is requested without a condition after a change by the panel', async () => {
    remote.host.on('user/list', tagged('"same"', people(3)));
    await remote.visitor.open('/users');
    await save(remote, saved);
    await remote.visitor.open('/users');
    expect(conditions()).toEqual([undefined, undefined]);
  });

  it('is requested once for all visitors who open it at the same time', async () => {
    await save(remote, saved);
    remote.host.reset();
    remote.host.on('user/list', tagged('"same"', people(23)));
    await remote.visitor.open('/users');
    const release = hold(remote, 'user/list', tagged('"same"', []));
    const other = new Visitor(remote.panel.url, remote.visitor);
    const both = [remote.visitor.open('/users?page=5'), other.open('/users?page=2')];
    await views(remote, 3);
    release();
    await Promise.all(both);
    expect(shown(remote)).toEqual(['user21', 'user22', 'user23']);
    expect(other.page.getByText('6–10 of 23')).toBeTruthy();
    expect(asked(remote)).toHaveLength(2);
  });

  it('is replaced by another list when both exceed the cache, and is then loaded whole again', async () => {
    await save(remote, saved);
    const long = people(3).map((row) => ({ ...row, user_fname: 'Mary'.repeat(50_000) }));
    remote.host.on('user/list', tagged('"users"', long));
    remote.host.on(
      'color/list',
      tagged('"colors"', [{ color_id: 1, color_name: 'x'.repeat(600_000) }]),
    );
    const { visitor } = remote;
    await visitor.open('/users');
    // The answer comes after another list has replaced this one in the cache.
    const release = hold(remote, 'user/list', tagged('"users"', long));
    const waiting = new Visitor(remote.panel.url, visitor).open('/users?page=1');
    await expect.poll(() => conditions()).toEqual([undefined, '"users"']);
    await visitor.open('/colors');
    release();
    expect((await waiting).page.getByText('1–3 of 3')).toBeTruthy();
    await visitor.open('/colors');
    expect(conditions('color/list')).toEqual([undefined, undefined]);
    await visitor.open('/users');
    expect(conditions()).toEqual([undefined, '"users"', undefined]);
  });
});

describe('a whole list, where LIST_CACHE_MB is 0', () => {
  const remote = remotePanel(
    { LIST_CACHE_MB: '0', LIST_CACHE_SECONDS: '3600' },
    { oneSession: true },
  );

  it('is loaded for every view, without a condition, and once for all visitors who open it at the same time', async () => {
    const answer = (_call: Call, response: ServerResponse) => {
      response.setHeader('etag', '"same"');
      return envelope(people(9));
    };
    remote.host.on('user/list', answer);
    await remote.visitor.open('/users');
    await remote.visitor.open('/users');
    expect(asked(remote).map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      undefined,
    ]);
    const release = hold(remote, 'user/list', answer);
    const other = new Visitor(remote.panel.url, remote.visitor);
    const both = [remote.visitor.open('/users'), other.open('/users?page=2')];
    await views(remote, 4);
    release();
    await Promise.all(both);
    expect(other.page.getByText('6–9 of 9')).toBeTruthy();
    expect(asked(remote)).toHaveLength(3);
  });
});

describe('a whole list of a host that sends neither a tag nor a readable date', () => {
  const remote = remotePanel({ LIST_CACHE_SECONDS: '1' }, { oneSession: true });

  it('is loaded again after LIST_CACHE_SECONDS', async () => {
    remote.host.on('user/list', (_call, response) => {
      response.setHeader('last-modified', 'yesterday');
      return envelope(people(3));
    });
    await remote.visitor.open('/users');
    remote.host.on('user/list', () => envelope(people(4)));
    await vi.waitFor(
      async () => {
        await remote.visitor.open('/users');
        expect(shown(remote)).toHaveLength(4);
      },
      { timeout: 60_000, interval: 200 },
    );
  });
});

describe('an Express host, which tags its answers by itself', () => {
  let rows = people(23);
  const statuses: number[] = [];
  const app = express();
  app.post('/login', (_request, response) => void response.json(envelope([ann])));
  app.get('/user/list', (_request, response) => {
    response.on('finish', () => statuses.push(response.statusCode));
    response.json(envelope(rows));
  });
  app.use((_request, response) => void response.json(envelope([])));
  const host = createServer(app);
  let panel: RunningPanel;
  beforeAll(async () => {
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as AddressInfo;
    panel = await startPanel({ API_HOST_URL: `http://127.0.0.1:${port}`, LIST_CACHE_SECONDS: '0' });
  });
  afterAll(async () => {
    await panel.stop();
    host.closeAllConnections();
    host.close();
  });

  it('sends its list once, until it changes', async () => {
    const visitor = await new Visitor(panel.url).signIn();
    await visitor.open('/users');
    await visitor.open('/users?page=5');
    expect(visitor.page.getByText('21–23 of 23')).toBeTruthy();
    rows = people(24);
    await visitor.open('/users?page=5');
    expect(visitor.page.getByText('21–24 of 24')).toBeTruthy();
    expect(statuses).toEqual([200, 304, 200]);
  });
});
