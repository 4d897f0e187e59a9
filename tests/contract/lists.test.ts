import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { hostFile, readCsv } from '../support/csv-file';
import { sweep } from '../support/full';
import { exportFull, fullExport } from '../support/full-export';
import { announceQueries, envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { dailyPaths, findScreen, hostScreens } from '../support/screens';
import { take } from '../support/take';

const remote = remotePanel(
  // A check of the user would be one more call to the host.
  { API_MAX_BYTES: '4000000', SESSION_RECHECK_SECONDS: '3600' },
  { oneSession: true },
);

const users = findScreen('/users');
const swept = sweep(hostScreens, ({ path }) => dailyPaths.includes(path));

const people = Array.from({ length: 23 }, (_, index) => ({
  ...ann,
  user_id: String(index + 1),
  user_username: `user${String(index + 1).padStart(2, '0')}`,
  user_fname: index % 2 ? 'Mary' : 'Éva',
  u_status: index % 3 ? 'Active' : 'Disabled',
  user_createdate: `2024-01-${String(index + 1).padStart(2, '0')} 08:00:00`,
}));

describe('a list whose host fails', () => {
  const failed = (entity: string) => `An error occured when loading ${entity} from server`;
  const unreadable = () => 'Unable to process server response from server';
  const tooLong = () =>
    'This list is too long to be shown here: the host sends more than 3.8 MB. Ask the person who runs this panel to raise the limit.';

  it.each([
    { error: 'is down', message: failed, on: swept },
    { error: 'answers 500', message: failed, on: swept },
    { error: 'sends more than the limit', message: tooLong, on: [users] },
    { error: 'answers HTML', message: unreadable, on: swept },
    { error: 'answers a JSON string', message: unreadable, on: swept },
    { error: 'answers broken JSON', message: unreadable, on: swept },
    { error: 'answers items that are no rows', message: unreadable, on: [users] },
    { error: 'refuses', message: () => 'The list is closed today', on: swept },
  ])('shows the reason and no rows when it $error', async ({ error, message, on }) => {
    const { visitor } = remote;
    for (const { path, source, subject } of on) {
      remote.host.on(source, async (_call, response) => {
        switch (error) {
          case 'is down':
            return void response.destroy();
          case 'answers 500':
            response.statusCode = 500;
            return envelope([]);
          case 'sends more than the limit':
            return envelope(Array.from({ length: 5 }, () => ({ x: 'x'.repeat(1_000_000) })));
          case 'answers HTML':
            return void response.end('<!doctype html><h1>Gateway</h1>');
          case 'answers a JSON string':
            return 'everything is fine';
          case 'answers broken JSON':
            return void response.end('{"succeeded": true, "items": [');
          case 'answers items that are no rows':
            return envelope(['a', 'b']);
          default:
            return refusal('The list is closed today', [{ user_password: 'never shown' }]);
        }
      });
      await visitor.open(path);
      expect(visitor.status).toBe(200);
      expect(visitor.page.getByRole('alert').textContent).toBe(` ${message(subject)}`);
      expect(visitor.page.getAllByText('Could not show information').length).toBeGreaterThan(0);
      expect(visitor.page.queryByText('No Data')).toBeNull();
      expect(visitor.page.getByRole('button', { name: /Export/ })).toHaveProperty('disabled', true);
      expect(visitor.html).not.toContain('never shown');
    }
    // The panel still works.
    await visitor.open('/home');
    expect(visitor.status).toBe(200);
  });
});

/** Values that no field expects, and that are sent in all fields of a record but its key. */
const oddValues: readonly [name: string, value: unknown][] = [
  ['half of a character', '\ud83d'],
  ['control characters', '\u0000\u001b[31m\u202e'],
  ['a number beyond all limits', 1e308],
  ['a negative fraction', -0.5],
  ['nothing', null],
  ['a boolean', true],
  ['a list', [['x']]],
  ['an object', { toString: 'x', __proto__: null }],
  ['a long text', 'x'.repeat(20_000)],
  ['an impossible day', '2026-02-31 25:61:61'],
];

describe.each(swept)('a record of $path with odd values', ({ path, source, columns }) => {
  const [key = ''] = columns.map(({ field }) => field);
  const makeRow = (id: number, value: unknown) => ({
    ...Object.fromEntries(columns.map(({ field }) => [field, value])),
    [keyFields[path] ?? key]: `${id}`,
  });

  it.each(oddValues)('does not hide the records beside it: %s', async (_name, value) => {
    remote.host.on(source, () =>
      envelope([makeRow(1, 'first'), makeRow(2, value), makeRow(3, 'third')]),
    );
    await remote.visitor.open(path);
    expect(remote.visitor.page.queryAllByText('1–3 of 3')).toHaveLength(1);
    expect(remote.visitor.document.querySelectorAll('tbody tr')).toHaveLength(3);
  });
});

/** The fields that hold a record's id, where it is not the first column. */
const keyFields: Record<string, string> = { '/phones': 'phone_number' };

describe.each(swept)('$path', ({ path, source, heading }) => {
  it('says No Data for an empty list, also when items are null', async () => {
    for (const items of [[], null]) {
      remote.host.on(source, () => envelope(items));
      await remote.visitor.open(path);
      expect(remote.visitor.page.getAllByText('No Data').length).toBeGreaterThan(0);
      expect(remote.visitor.page.getByText('0–0 of 0')).toBeTruthy();
    }
  });

  it('asks the host once, by GET, and leaves an audit entry for the view', async () => {
    await remote.visitor.open(path);
    expect(remote.host.to(source).map(({ method }) => method)).toEqual(['GET']);
    await expect
      .poll(() => remote.host.to('audit/update').map(({ method, fields }) => ({ method, fields })))
      .toEqual([
        {
          method: 'POST',
          fields: {
            uid: '0',
            uusername: 'ann',
            utitle: heading,
            uaction: 'View',
            udescription: `Viewed ${heading}`,
          },
        },
      ]);
    expect(remote.host.calls).toHaveLength(2);
  });
});

describe('a list', () => {
  it('shows its page although the host does not accept the audit entry, and the panel logs that', async () => {
    remote.host.on('audit/update', (_call, response) => void response.destroy());
    await remote.visitor.open('/users');
    expect(remote.visitor.status).toBe(200);
    expect(remote.visitor.page.queryByRole('alert')).toBeNull();
    // The page does not wait for the audit entry.
    await expect.poll(() => remote.panel.output()).toContain('an audit entry was not accepted');
  });

  it('that cannot be read leaves an entry in the log, and a list that the host refuses does not', async () => {
    remote.host.on('user/list', () => refusal('Closed'));
    await remote.visitor.open('/users');
    expect(remote.host.to('log/update')).toEqual([]);
    remote.host.on('user/list', () => 'text');
    await remote.visitor.open('/users');
    const entries = () =>
      remote.host.to('log/update').map(({ method, fields }) => ({ method, fields }));
    await expect.poll(entries).toEqual([
      {
        method: 'POST',
        fields: {
          uid: '0',
          uusername: 'ann',
          utitle: 'Users',
          uaction: 'View',
          udescription: 'Viewed Users',
          uexception: 'unreadable',
        },
      },
    ]);
  });

  it('that does not exist leads to the home page', async () => {
    await remote.visitor.open('/nonsense');
    expect(remote.visitor.url).toBe(`${remote.panel.url}/home`);
    const exported = await remote.visitor.request('/export/nonsense', { method: 'POST' });
    expect(exported.headers.get('location')).toBe('/home');
    await remote.visitor.open('/columns/nonsense');
    expect(remote.visitor.url).toBe(`${remote.panel.url}/home`);
  });
});

describe('a list of a host that sends all rows', () => {
  const rowsShown = () =>
    remote.visitor.page
      .getAllByRole('link', { name: /^user\d\d$/ })
      .map((link) => link.textContent);

  it('never brings a password or an undeclared field to the browser', async () => {
    remote.host.on('user/list', () =>
      envelope(people.map((row) => ({ ...row, internal_note: 'undeclared-note' }))),
    );
    const { visitor } = remote;
    await visitor.open('/users?size=50');
    expect(rowsShown()).toHaveLength(23);
    const dataResponse = await (await visitor.request('/users.data?size=50')).text();
    const exported = await (await exportFull(visitor, '/users')).text();
    for (const text of [visitor.html, dataResponse, exported, remote.panel.output()]) {
      expect(text).not.toContain('secret-hash-of-ann');
      expect(text).not.toContain('user_password');
      expect(text).not.toContain('undeclared-note');
    }
  });

  it('is filtered, sorted and paged by the panel', async () => {
    remote.host.on('user/list', () => envelope(people));
    const { visitor } = remote;
    await visitor.open('/users');
    expect(rowsShown()).toEqual(['user01', 'user02', 'user03', 'user04', 'user05']);
    expect(visitor.page.getByText('1–5 of 23')).toBeTruthy();
    await visitor.open('/users?user_fname=ÉV&u_status=Active&sort=-user_createdate&size=20');
    expect(rowsShown()).toEqual([
      'user23',
      'user21',
      'user17',
      'user15',
      'user11',
      'user09',
      'user05',
      'user03',
    ]);
    await visitor.open('/users?user_createdate.from=2024-01-22&user_id.max=22');
    expect(rowsShown()).toEqual(['user22']);
    await visitor.open('/users?q=USER2');
    expect(rowsShown()).toEqual(['user20', 'user21', 'user22', 'user23']);
    await visitor.open('/users?user_username=%25');
    expect(visitor.page.getAllByText('No Data').length).toBeGreaterThan(0);
  });

  it('stays in the host’s own order on every page, filtered and exported, unless an order is asked for', async () => {
    const newestFirst = [...people].reverse();
    remote.host.on('user/list', () => envelope(newestFirst));
    const { visitor } = remote;
    const names = newestFirst.map(({ user_username }) => user_username);
    for (const page of [1, 2, 3]) {
      await visitor.open(`/users?page=${page}`);
      expect(rowsShown()).toEqual(names.slice(page * 5 - 5, page * 5));
    }
    await visitor.open('/users?user_fname=Mary&size=20');
    expect(rowsShown()).toEqual(names.filter((name) => Number(name.slice(4)) % 2 === 0));
    await exportFull(visitor, '/users?cols=user_username');
    const exported = JSON.parse(
      defined(defined(remote.host.to('downloadJson')[0]).fields.ujson),
    ) as object[];
    expect(exported.flatMap(Object.values)).toEqual(names);
    await visitor.open('/users?sort=user_id');
    expect(rowsShown()).toEqual(['user01', 'user02', 'user03', 'user04', 'user05']);
  });

  it('of audit entries stays in the host’s own order too', async () => {
    remote.host.on('audit/list', () =>
      envelope([2, 3, 1].map((audit_id) => ({ audit_id, audit_username: `by${audit_id}` }))),
    );
    await remote.visitor.open('/audit?cols=audit_username');
    const cells = remote.visitor.page.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells.filter((text) => /^by\d$/.test(text ?? ''))).toEqual(['by2', 'by3', 'by1']);
  });

  it('of 5,000 rows is shown in pages, and a page number beyond the end shows the last page', async () => {
    remote.host.on('user/list', () =>
      envelope(
        Array.from({ length: 5_000 }, (_, index) => ({
          ...ann,
          user_id: index,
          user_username: `user${index}`,
        })),
      ),
    );
    const { visitor } = remote;
    await visitor.open('/users?page=1000');
    expect(visitor.page.getByText('4,996–5,000 of 5,000')).toBeTruthy();
    expect(visitor.title).toMatch(/^Users, page 1,000 of 1,000/);
    await visitor.open('/users?page=1001');
    expect(visitor.title).toMatch(/^Users, page 1,000 of 1,000/);
    expect(
      visitor.page.getByRole('link', { name: 'Page 1,000' }).getAttribute('aria-current'),
    ).toBe('page');
    expect(visitor.page.getByRole('button', { name: 'Export 5,000 rows' })).toBeTruthy();
  });

  it('says which part of an address it did not understand', async () => {
    remote.host.on('user/list', () => envelope(people));
    await remote.visitor.open('/users?user_password=x&page=zero&u_status=Active');
    expect(remote.visitor.page.getByText(/was not understood/).textContent).toContain(
      'page, user_password',
    );
    expect(remote.visitor.page.getByText('Status is Active')).toBeTruthy();
  });
});

describe('a host that answers queries', () => {
  it('gets the query, and its rows are shown as they are', async () => {
    remote.host.on('country/list', (_call, response) => {
      announceQueries(response);
      return { ...envelope([{ country_id: 3, country_name: 'Zambia' }]), total: 71 };
    });
    const { visitor } = remote;
    await visitor.open('/countries?page=4&size=20&sort=-country_name&country_code=26');
    const call = remote.host.to('country/list').at(-1);
    expect(Object.fromEntries(new URLSearchParams(call?.search))).toEqual({
      page: '4',
      size: '20',
      sort: '-country_name',
      cols: 'country_id,country_name,country_code,c_status,country_createuser,country_createdate',
      country_code: '26',
    });
    expect(visitor.page.getByText('61–71 of 71')).toBeTruthy();
  });
});

describe('the export', () => {
  it('posts all filtered rows in the shown columns, and passes the file on', async () => {
    remote.host.on('user/list', () => envelope(people));
    remote.host.on('downloadJson', (call, response) => {
      response.setHeader('content-type', 'text/csv');
      response.end(hostFile(call));
    });
    const { visitor } = remote;
    const answer = await exportFull(
      visitor,
      '/users?cols=user_id,user_username&u_status=Disabled&page=2',
    );
    expect(readCsv(await answer.text()).slice(0, 2)).toEqual([
      ['ID', 'Username'],
      ['1', 'user01'],
    ]);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [call] = take(remote.host.to('downloadJson'), 1);
    expect(call.fields.ufilename).toBe('users');
    const rows = JSON.parse(defined(call.fields.ujson));
    expect(rows).toHaveLength(8);
    expect(rows[0]).toEqual({ ID: '1', Username: 'user01' });
    await expect
      .poll(() => remote.host.to('audit/update').at(-1)?.fields)
      .toMatchObject({ uaction: 'Export', utitle: 'Users' });
  });

  it.each([
    ['down', 'An error occured when downloading the file'],
    ['refusing', 'An error occured when downloading the file'],
  ])(
    'shows an error on the page of the file when the host is %s, and leads back to the choice',
    async (error, message) => {
      remote.host.on('user/list', () => envelope(people));
      remote.host.on('downloadJson', (_call, response) =>
        error === 'down' ? void response.destroy() : refusal('no'),
      );
      const { visitor } = remote;
      await visitor.open('/users?u_status=Disabled');
      await visitor.press('Export 8 rows');
      expect(visitor.url).toBe(`${remote.panel.url}/export-as/users?u_status=Disabled`);
      const choices = { 'Personal data': 'Full', 'Reason for': fullExport.reason };
      await visitor.press('Make the file', choices);
      expect(visitor.page.getByRole('alert').textContent).toContain(message);
      await visitor.follow('Export the list again');
      expect(visitor.url).toBe(`${remote.panel.url}/export-as/users?u_status=Disabled`);
    },
  );
});
