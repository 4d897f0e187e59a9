import { describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import { exportFull } from '../support/full-export';
import type { Visitor } from '../support/visitor';

const DESCRIPTIONS = 'select audit_description from audit_entry';
const demo = demoPanel();

/** Returns the texts in a column of the list that the visitor sees. */
function readCells({ document }: Visitor, title: string): string[] {
  const heads = [...document.querySelectorAll('thead tr:last-child th')];
  const index = heads.findIndex(({ textContent }) => textContent?.startsWith(title));
  return [...document.querySelectorAll('tbody tr')].flatMap(({ children }) =>
    children.length > index ? [children[index]?.textContent?.trim() ?? ''] : [],
  );
}

function getQuery({ url }: Visitor): URLSearchParams {
  return new URL(url).searchParams;
}

describe('a view', () => {
  it('cannot be made without signing in, for an unknown list, or by a form that another site sent', async () => {
    const body = new URLSearchParams({ study_number: 'S-00012' });
    const stranger = await demo.stranger().request('/view/participants', { method: 'POST', body });
    expect(stranger.headers.get('location')).toBe('/login');
    const visitor = await demo.signedIn();
    const lost = await visitor.request('/view/nowhere', { method: 'POST', body });
    expect(lost.headers.get('location')).toBe('/home');
    const foreign = await visitor.request('/view/participants', {
      method: 'POST',
      body,
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(foreign.status).toBe(403);
  });

  it('is not applied for another user, and the page says that it belongs to somebody else', async () => {
    const visitor = await (await demo.signedIn()).open('/participants');
    await visitor.press('Search', { 'Filter Study No': 'S-0001' });
    const other = await (await demo.signedIn('researcher')).open(visitor.url);
    expect(other.page.getByText(/belong to another user/)).toBeDefined();
    expect(readCells(other, 'Study No')).not.toEqual(readCells(visitor, 'Study No'));
    expect(other.html).not.toContain('value="S-0001"');
  });

  it('is made without a filter that is not valid, and the list names this filter', async () => {
    const visitor = await (await demo.signedIn()).open('/participants');
    await visitor.press('Search', { 'Filter Study No': 'S'.repeat(201) });
    expect(visitor.page.getByText(/without this.+: Study No\.$/)).toBeDefined();
    await visitor.open('/follow-ups?study_number=S-0001&next_checkin_date.from=x');
    expect(visitor.page.getByText(/without this.+: Next Check-in Date\.$/)).toBeDefined();
    expect(visitor.url).not.toContain('S-0001');
  });

  it('replaces the filters in the address of a column chooser', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/columns/participants?study_number=S-0001');
    expect(visitor.url).toMatch(/\/columns\/participants\?view=[\w-]{22}$/);
  });

  it('expires 90 days after its last use', async () => {
    const visitor = await (await demo.signedIn()).open('/participants');
    await visitor.press('Search', { 'Filter Study No': 'S-0002' });
    const days = (count: number) => Date.now() - count * 86_400_000;
    const id = getQuery(visitor).get('view');
    await demo.sql('update saved_view set used_at = ? where id = ?', days(89), id);
    await visitor.open(visitor.url);
    expect(visitor.page.queryByText(/have expired/)).toBeNull();
    const [row] = await demo.sql('select used_at from saved_view where id = ?', id);
    expect(Number(Object(row).used_at)).toBeGreaterThan(days(1));
    await demo.sql('update saved_view set used_at = ? where id = ?', days(91), id);
    await visitor.open(visitor.url);
    expect(visitor.page.getByText(/have expired/)).toBeDefined();
  });
});

describe('a filter that identifies people', () => {
  it('is stored in a view, while page size, order and other filters remain readable in the address', async () => {
    const visitor = await (await demo.signedIn()).open('/participants?size=5&sort=-study_number');
    await visitor.press('Search', {
      'Filter Study No': 'S-000',
      'Filter Assessment Date from': '2020-01-01',
      'Search the shown columns': '+260',
    });
    expect([...getQuery(visitor).keys()].sort()).toEqual([
      'assessment_date.from',
      'size',
      'sort',
      'view',
    ]);
    expect(getQuery(visitor).get('view')).toMatch(/^[\w-]{22}$/);
    const numbers = readCells(visitor, 'Study No');
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.every((number) => number.includes('S-000'))).toBe(true);
    const input = visitor.page.getByRole('textbox', { name: 'Filter Study No' });
    expect((input as HTMLInputElement).value).toBe('S-000');
  });

  it('leads to the same address each time, which can be bookmarked', async () => {
    const visitor = await (await demo.signedIn()).open('/participants');
    await visitor.press('Search', { 'Filter Study No': 'S-0003' });
    const { url } = visitor;
    await visitor.open('/participants');
    await visitor.press('Search', { 'Filter Study No': 'S-0003' });
    expect(visitor.url).toBe(url);
  });

  it('can be removed and replaced', async () => {
    const visitor = await (await demo.signedIn()).open('/participants');
    await visitor.press('Search', {
      'Filter Study No': 'S-0004',
      'Filter Phone Number': '+260',
    });
    const first = getQuery(visitor).get('view');
    const chips = visitor.page.getByRole('list', { name: 'Filters in force' });
    const chip = [...chips.querySelectorAll('a')].find(({ textContent }) =>
      textContent?.startsWith('Study No'),
    );
    await visitor.open(chip?.getAttribute('href') ?? '');
    expect(getQuery(visitor).get('view')).not.toBe(first);
    expect([...getQuery(visitor).keys()]).toEqual(['view']);
    await visitor.press('Search', { 'Filter Phone Number': '' });
    expect(new URL(visitor.url).search).toBe('');
  });

  it('applies to the column chooser and the export, whose audit entry names the view', async () => {
    const visitor = await (await demo.signedIn()).open('/participants');
    await visitor.press('Search', { 'Filter Study No': 'S-0005' });
    const id = getQuery(visitor).get('view');
    await visitor.follow('Columns');
    expect(visitor.html).toContain(`name="view" value="${id}"`);
    const file = await exportFull(visitor, `/participants?view=${id}`);
    const lines = (await file.text()).trim().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.slice(1).every((line) => line.includes('S-0005'))).toBe(true);
    await expect
      .poll(async () => {
        await visitor.open('/audit?audit_action=Export');
        return visitor.document.body.textContent;
      })
      .toContain(`the filters of view ${id} apply`);
  });

  it('is replaced by a view when an old bookmark contains it', async () => {
    const visitor = await demo.signedIn();
    const answer = await visitor.request('/participants?study_number=S-0006&page=2');
    expect(answer.headers.get('location')).toMatch(/^\/participants\?page=2&view=[\w-]{22}$/);
  });

  it.each([
    ['/participants', 'id'],
    ['/phones', 'phone_id'],
  ])('is also a filter by the record numbers of %s', async (path, field) => {
    const visitor = await demo.signedIn();
    const answer = await visitor.request(`${path}?${field}.min=2&${field}.max=2`);
    expect(answer.headers.get('location')).toMatch(/^\/[a-z]+\?view=[\w-]{22}$/);
    await visitor.show(answer);
    expect(visitor.document.querySelectorAll('tbody tr')).toHaveLength(1);
    const { search } = new URL(visitor.url);
    await (await exportFull(visitor, `${path}${search}`)).text();
    const view = getQuery(visitor).get('view');
    await expect
      .poll(async () => {
        await visitor.open('/audit?audit_action=Export');
        return visitor.document.body.textContent;
      })
      .toContain(`Exported 1 rows of ${path === '/phones' ? 'Phones' : 'Participants'} as list`);
    expect(visitor.document.body.textContent).toContain(`the filters of view ${view} apply`);
    expect(visitor.document.body.textContent).not.toMatch(/ID is 2/);
  });

  it('is also an account name that is an e-mail address, but no other account name', async () => {
    const visitor = await demo.signedIn();
    const named = await visitor.request('/participants?peer_navigator.is=navigator.one');
    expect(named.status).toBe(200);
    const mail = await visitor.request('/participants?peer_navigator.is=ann%40example.org');
    expect(mail.headers.get('location')).toMatch(/^\/participants\?view=[\w-]{22}$/);
  });

  it('is also a search for an e-mail address in a list with account names, but no other search there', async () => {
    const visitor = await (await demo.signedIn()).open('/countries');
    await visitor.press('Search', { 'Search the shown columns': 'mwansa@panel.example' });
    expect([...getQuery(visitor).keys()]).toEqual(['view']);
    expect(visitor.html).toContain('value="mwansa@panel.example"');
    await visitor.open('/countries?q=mwansa@panel.example');
    expect([...getQuery(visitor).keys()]).toEqual(['view']);
    await visitor.open('/countries');
    await visitor.press('Search', { 'Search the shown columns': 'Zambia' });
    expect(getQuery(visitor).toString()).toBe('q=Zambia');
  });

  it('is not in the address of the sign-in page, and still applies after signing in', async () => {
    const visitor = await demo.stranger().open('/participants?study_number=S-0007');
    expect(visitor.url).not.toContain('S-0007');
    const { username, password } = demoSignIns.administrator;
    await visitor.press('Sign in', { Email: username, Password: password });
    expect([...getQuery(visitor).keys()]).toEqual(['view']);
    expect(readCells(visitor, 'Study No').every((number) => number.includes('S-0007'))).toBe(true);
  });

  it('is left out of the link back to the list when an old bookmark of a record contains it', async () => {
    const visitor = await demo.signedIn();
    const list = encodeURIComponent('study_number=S-0008&page=2');
    await visitor.open(`/follow-up/view/1?list=${list}`);
    expect(visitor.url).not.toContain('S-0008');
    const back = visitor.page.getByRole('link', { name: 'Back to Followups' });
    expect(back.getAttribute('href')).toBe('/follow-ups?page=2');
  });
});

describe('an address that is opened before signing in', () => {
  it.each([
    [
      '/participants?study_number=S-0009&page=2',
      'S-0009',
      /^\/participants\?(page=2&)?view=[\w-]{22}(&page=2)?$/,
    ],
    [
      '/audit/accesses?access_user=a.b%40c.example',
      'c.example',
      /^\/audit\/accesses\?view=[\w-]{22}$/,
    ],
    [
      '/audit/accesses/participant/1?access_user=a.b%40c.example',
      'c.example',
      /participant\/[\w-]{38,}\?view=[\w-]{22}$/,
    ],
    ['/columns/participants?study_number=S-0009', 'S-0009', /^\/participants\?view=[\w-]{22}$/],
    ['/filters/participants?study_number=S-0009', 'S-0009', /^\/participants\?view=[\w-]{22}$/],
    ['/participants/?study_number=S-0009', 'S-0009', /^\/participants\?view=[\w-]{22}$/],
    ['/Participants?study_number=S-0009', 'S-0009', /^\/participants\?view=[\w-]{22}$/],
    ['/follow-up/view/1?list=study_number%3DS-0009', 'S-0009', /^\/follow-up\/view\/1$/],
    ['/follow-up/view/1?list=page%3D2', 'S-0009', /^\/follow-up\/view\/1\?list=page%3D2$/],
  ])('leads to an address without the identifying value: %s', async (path, value, expected) => {
    const stranger = demo.stranger();
    const login = (await stranger.request(path)).headers.get('location') ?? '';
    expect(login).toMatch(/^\/login\?to=/);
    expect(decodeURIComponent(decodeURIComponent(login))).not.toContain(value);
    const { username, password } = demoSignIns.administrator;
    const body = new URLSearchParams({ email: username, password });
    const { headers } = await stranger.request(login, { method: 'POST', body });
    const location = headers.get('location') ?? '';
    expect(location).toMatch(expected);
    expect(decodeURIComponent(location)).not.toContain(value);
    await stranger.open(location);
    expect(stranger.status).toBe(200);
  });
});

describe('a phone', () => {
  it('has an opaque address, to which its number leads', async () => {
    const visitor = await (await demo.signedIn()).open('/phones');
    const [number = ''] = readCells(visitor, 'Number');
    const href = visitor.page.getByRole('link', { name: number }).getAttribute('href') ?? '';
    expect(href).toMatch(/^\/phone\/edit\/[\w-]{38,}$/);
    const path = `/phone/edit/${encodeURIComponent(number)}`;
    expect((await visitor.request(path)).headers.get('location')).toBe(href);
    await visitor.open(path);
    expect(visitor.status).toBe(200);
    expect(visitor.page.getByText(number)).toBeDefined();
    const stranger = await demo.stranger().request(path);
    expect(stranger.headers.get('location')).toBe(`/login?to=${encodeURIComponent(href)}`);
  });

  it.each(['edit', '9'.repeat(800), '%25', 'A'.repeat(52)])(
    'is not found by an unknown id, and does not redirect in a loop: %s',
    async (id) => {
      const visitor = await (await demo.signedIn()).open(`/phone/edit/${id}`);
      expect(visitor.status).toBe(404);
      expect(visitor.html).toMatch(/could not be found|There is no such record/);
    },
  );

  it.each(['/phones', '/participants'])(
    'and a participant have an opaque key in the address that opens their row: %s',
    async (path) => {
      const visitor = await (await demo.signedIn()).open(path);
      const more = visitor.page.getAllByRole('link', { name: /^More of / })[0];
      const href = more?.getAttribute('href') ?? '';
      expect(href).toMatch(/\?open=[\w-]{38,}#opened$/);
      await visitor.open(href);
      expect(visitor.document.getElementById('opened')).not.toBeNull();
    },
  );

  it('is named by its opaque id in the audit log', async () => {
    const visitor = await (await demo.signedIn()).open('/phone/edit/%2B260000000002');
    const id = new URL(visitor.url).pathname.split('/').at(-1);
    await visitor.press('Save');
    await expect
      .poll(() => demo.sql(DESCRIPTIONS))
      .toContainEqual({
        audit_description: `Updated phone ${id}`,
      });
    await visitor.open('/audit?audit_title=phone');
    expect(visitor.page.getAllByRole('link', { name: 'Updated a phone' }).length).toBeGreaterThan(
      0,
    );
    expect(visitor.document.querySelector('main')?.textContent).not.toContain('+260000000002');
  });

  it('and a participant are identified in headings, but not in titles', async () => {
    const visitor = await demo.signedIn();
    for (const path of ['/phone/conversations/%2B260000000001', '/participant/view/1']) {
      await visitor.open(path);
      const headings = visitor.page.getAllByRole('heading').map(({ textContent }) => textContent);
      expect(headings.join()).toMatch(/\+260000000001|S-\d+/);
      expect(visitor.title).not.toMatch(/\d{5}/);
    }
  });

  it.each([
    ['participant', 'Accesses to', '/audit/accesses/participant/3'],
    ['participant', 'History of', '/history/participant/3'],
    ['follow-up', 'Accesses to', '/audit/accesses/follow-up/3'],
    ['follow-up', 'History of', '/history/follow-up/3'],
  ])(
    'or a participant is named by no number in titles and audit entries, unlike other records: %s, %s',
    async (word, list, path) => {
      const visitor = await (await demo.signedIn()).open(path);
      const isOpaque = word === 'participant';
      const id = isOpaque ? new URL(visitor.url).pathname.split('/').at(-1) : '3';
      expect(visitor.title.startsWith(`${list} ${word}`)).toBe(true);
      expect(/\d/.test(visitor.title)).toBe(!isOpaque);
      await expect
        .poll(() => demo.sql(DESCRIPTIONS))
        .toContainEqual({
          audit_description: `Viewed ${list} ${word} ${id}`,
        });
      await visitor.open('/audit?audit_action=View');
      const name = `Viewed ${list} ${word} 3`;
      expect(visitor.page.getAllByText(name).length).toBeGreaterThan(0);
    },
  );

  it('or a participant is named by its number in the heading of its accesses', async () => {
    const visitor = await (await demo.signedIn()).open('/audit/accesses/participant/3');
    expect(visitor.page.getByRole('heading', { name: /^Who saw participant 3\b/ })).toBeDefined();
  });
});
