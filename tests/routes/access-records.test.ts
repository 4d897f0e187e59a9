import { expect, it } from 'vitest';
import { readCsv } from '../support/csv-file';
import { demoPanel } from '../support/embedded';
import { exportFull } from '../support/full-export';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

/** Returns the cells of the list's rows. */
function readRows(visitor: Visitor): string[][] {
  return [...visitor.document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.trim() ?? ''),
  );
}

/**
 * Opens the newest access that `search` finds in a log, which is that of all users or that of the user's own
 * accesses. Returns the address of the access.
 */
async function openNewest(visitor: Visitor, log: string, search: string): Promise<string> {
  await visitor.open(`${log}?${search}`);
  const row = visitor.document.querySelector('tbody tr');
  const links = [...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  const href = links.find((link) => /^\/(audit|profile)\/access\/\d+/.test(link ?? '')) ?? '';
  await visitor.open(href);
  return href;
}

it('refuses strangers, researchers, the access of another user, and unknown ids', async () => {
  const administrator = await demo.signedIn();
  await administrator.open('/participant/view/5');
  const href = await openNewest(administrator, '/audit/accesses', 'access_kind=Details');
  const id = href.split('/').at(-1);
  const own = `/profile/access/${id}`;
  for (const path of [href, own]) {
    const response = await demo.stranger().request(path);
    expect(response.headers.get('location')).toBe(`/login?to=${encodeURIComponent(path)}`);
  }
  expect(administrator.html).toContain('users can make themselves administrators');
  const researcher = await demo.signedIn('researcher');
  for (const path of [href, `/columns${href}`, `/filters${href}`, `/view${href}`])
    expect([path, (await researcher.request(path)).status]).toEqual([path, 403]);
  expect((await researcher.request(`/export${href}`, { method: 'POST' })).status).toBe(403);
  expect((await researcher.request(own)).status).toBe(404);
  const exported = await researcher.request(`/export${own}`, { method: 'POST' });
  expect(exported.headers.get('location')).toBe('/home');
  for (const path of ['/audit/access/999999', '/audit/access/x', '/audit/access/-1'])
    expect([path, (await administrator.request(path)).status]).toEqual([path, 404]);
});

it('lists the many records of one access in pages, each record with a link to its own page', async () => {
  const visitor = await demo.signedIn();
  await (await exportFull(visitor, '/participants?cols=id,birthday')).text();
  const href = await openNewest(
    visitor,
    '/audit/accesses',
    'access_kind=Export&access_list=participant',
  );
  expect(
    visitor.page.getByText(/^Exported: Participants, .+ by mwansa@panel\.example\.$/),
  ).toBeTruthy();
  const rows = readRows(visitor);
  expect(rows).toHaveLength(20);
  expect(rows[0]?.join(' | ')).toMatch(/^participant \| 1 \| .*participant 1$/);
  const [link] = visitor.page.getAllByRole('link', { name: '1' });
  expect(link?.getAttribute('href')).toMatch(/^\/participant\/view\/[\w-]{38,}$/);
  expect(visitor.page.getByRole('link', { name: 'participant 1' }).getAttribute('href')).toMatch(
    /^\/audit\/accesses\/participant\/[\w-]{38,}$/,
  );
  await visitor.open(`${href}?page=2`);
  expect(readRows(visitor)[0]?.join(' | ')).toMatch(/^participant \| 21 \|/);
  const shown = await demo.sql("select id from participant where birthday <> ''");
  expect(shown.length).toBeGreaterThan(200);
  await visitor.open(`${href}?sort=-record_no&size=5`);
  expect(readRows(visitor)).toHaveLength(5);
  const file = await exportFull(visitor, href);
  const [titles, ...lines] = readCsv(await file.text());
  expect(titles).toEqual(['Type', 'ID', 'Name', 'Name in the log']);
  expect(lines).toHaveLength(shown.length);
});

it('shows the number, the name and the log’s own id of a phone, and no number in an address or a title', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/phone/edit/%2B260000000002');
  await openNewest(visitor, '/audit/accesses', 'access_kind=Opened+the+form&access_list=Phones');
  const [row] = readRows(visitor);
  expect(row?.join(' | ')).toMatch(/^phone \| \+260000000002 \| \S.* \| phone #\d+/);
  expect(visitor.url).not.toContain('260000000002');
  expect(visitor.title).not.toContain('260000000002');
  const link = visitor.page.getByRole('link', { name: '+260000000002' });
  expect(link.getAttribute('href')).not.toContain('260000000002');
  await visitor.open(link.getAttribute('href') ?? '');
  expect(visitor.status).toBe(200);
  expect(visitor.html).toContain('+260000000002');
});

it('finds a phone number among the records of an access, and keeps the number out of the address', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/phones?size=50');
  const href = await openNewest(visitor, '/audit/accesses', 'access_kind=List&access_list=phone');
  const body = new URLSearchParams({ record_key: '+260000000023' });
  const posted = await visitor.request(`/view${href}`, { method: 'POST', body });
  const location = posted.headers.get('location') ?? '';
  expect(location).toMatch(/^\/audit\/access\/\d+\?view=/);
  await visitor.open(location);
  expect(readRows(visitor).map((row) => row[1])).toEqual(['+260000000023']);
});

it('keeps the number of a participant out of the address when the records of an access are filtered by it', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/participants?size=10');
  const href = await openNewest(
    visitor,
    '/audit/accesses',
    'access_kind=List&access_list=participant',
  );
  const name = readRows(visitor)[0]?.[3] ?? '';
  expect(name).toMatch(/^participant \d+$/);
  const search = `record_log=${encodeURIComponent(name)}`;
  const answer = await visitor.request(`${href}?${search}`);
  expect(answer.headers.get('location')).toMatch(/^\/audit\/access\/\d+\?view=[\w-]{22}$/);
  await visitor.show(answer);
  expect(readRows(visitor).map((row) => row[3])).toContain(name);
});

it('opens an access of the signed-in user from My accesses, without links to the accesses of others', async () => {
  const visitor = await demo.signedIn('researcher');
  await visitor.open('/phone/edit/%2B260000000004');
  const href = await openNewest(visitor, '/profile/accesses', 'access_kind=Form');
  expect(href).toMatch(/^\/profile\/access\/\d+$/);
  expect(readRows(visitor)[0]?.[1]).toBe('+260000000004');
  expect(visitor.document.querySelector('a[href^="/audit/"]:not([href="/audit"])')).toBeNull();
  const file = await exportFull(visitor, href);
  expect(await file.text()).toContain('+260000000004');
});

it('stores an access and an audit entry when somebody opens the page of an access', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/phone/edit/%2B260000000006');
  const href = await openNewest(visitor, '/audit/accesses', 'access_kind=Form&access_list=phone');
  await visitor.open('/audit/accesses?access_list=accessed-record');
  expect(readRows(visitor)[0]?.join(' | ')).toMatch(
    /mwansa@panel\.example \| Opened the list \| Records that were seen \| 1 \| phone #\d+/,
  );
  const title = `Records of access ${href.split('/').at(-1)}`;
  await expect
    .poll(async () => {
      await visitor.open(`/audit?audit_action=View&audit_title=${encodeURIComponent(title)}`);
      return visitor.page.queryAllByText(`Viewed ${title}`).length;
    })
    .toBeGreaterThan(0);
});
