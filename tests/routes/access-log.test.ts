import { expect, it } from 'vitest';
import { readCsv } from '../support/csv-file';
import { demoPanel } from '../support/embedded';
import { exportFull } from '../support/full-export';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();
const BOUNDARY = /users can make themselves administrators/;

/** Returns the cells of the list's rows. */
function readRows(visitor: Visitor): string[][] {
  return [...visitor.document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? ''),
  );
}

it('refuses strangers and researchers', async () => {
  const stranger = demo.stranger();
  for (const path of ['/audit/accesses', '/audit/accesses/follow-up/1', '/profile/accesses']) {
    const response = await stranger.request(path);
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `/login?to=${encodeURIComponent(path)}`,
    ]);
  }
  const researcher = await demo.signedIn('researcher');
  for (const path of [
    '/audit/accesses',
    '/audit/accesses/participant/1',
    '/columns/audit/accesses',
    '/columns/audit/accesses/participant/1',
    '/filters/audit/accesses',
    '/filters/audit/accesses/participant/1',
  ])
    expect((await researcher.request(path)).status).toBe(403);
  for (const path of ['/export/audit/accesses', '/export/audit/accesses/phone/~abc'])
    expect((await researcher.request(path, { method: 'POST' })).status).toBe(403);
  await researcher.open('/audit');
  expect(researcher.page.queryByRole('link', { name: 'Accesses' })).toBeNull();
  await researcher.open('/participant/view/1');
  expect(researcher.page.queryByRole('link', { name: 'Who saw this record' })).toBeNull();
});

it('answers 404 for an unknown entity or a phone number in the address, and lists nothing for an unknown id', async () => {
  const visitor = await demo.signedIn();
  for (const path of ['/audit/accesses/nothing/1', '/audit/accesses/phone/%2B260000000001'])
    expect((await visitor.request(path)).status).toBe(404);
  await visitor.open(`/audit/accesses/phone/~${'x'.repeat(22)}`);
  expect(visitor.status).toBe(200);
  expect(visitor.html).toContain('No Data');
});

it('lists who saw a participant, when and where, from the page of the participant', async () => {
  const researcher = await demo.signedIn('researcher');
  await researcher.open('/participant/view/7');
  const administrator = await demo.signedIn();
  await administrator.open('/participant/view/7');
  const link = administrator.page.getByRole('link', { name: 'Who saw this record' });
  const href = link.getAttribute('href') ?? '';
  expect(href).toMatch(/^\/audit\/accesses\/participant\/[\w-]{38,}$/);
  await administrator.open('/audit/accesses/participant/7');
  expect(administrator.url).toBe(new URL(href, administrator.base).href);
  expect(administrator.html).not.toContain('participant/7');
  expect(administrator.page.getByText(BOUNDARY)).toBeTruthy();
  const [own = [], other = []] = readRows(administrator);
  expect(own.join(' ')).toMatch(
    /mwansa@panel\.example.*Opened the page.*Participants.*1.*participant 7/,
  );
  expect(other.join(' ')).toMatch(
    /lungile@panel\.example.*Opened the page.*Participants.*1.*participant 7/,
  );
});

it('names a phone by neither its number nor its name in the address', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/phone/edit/%2B260000000002');
  const link = visitor.page.getByRole('link', { name: 'Who saw this record' });
  const href = link.getAttribute('href') ?? '';
  expect(href).toMatch(/^\/audit\/accesses\/phone\/~[\w-]{22}$/);
  await visitor.open(href);
  expect(readRows(visitor).join(' ')).toMatch(
    /mwansa@panel\.example.*Opened the form.*Phones.*1.*phone #\d+/,
  );
  expect(visitor.html).not.toContain('260000000002');
});

it('lists what a user saw, narrows it by kind, record and time, and exports it', async () => {
  const researcher = await demo.signedIn('researcher');
  await researcher.open('/participants?cols=id,study_number&size=10');
  await (await exportFull(researcher, '/participants?cols=id,birthday')).text();
  await researcher.open('/participants?cols=id,contact_frequency');
  const visitor = await demo.signedIn();
  const search = 'access_user=lungile&access_list=Participants';
  await visitor.open(`/audit/accesses?${search}&access_kind=Exported`);
  expect(readRows(visitor)).toHaveLength(1);
  const [[, , , , count = ''] = []] = readRows(visitor);
  expect(Number(count)).toBeGreaterThan(200);
  await visitor.open(`/audit/accesses?${search}&access_kind=Opened+the+list`);
  const [[, , , , shown = '', records = ''] = []] = readRows(visitor);
  expect(shown).toBe('10');
  const id = /participant (\d+)/.exec(records)?.[1];
  await visitor.open(
    `/audit/accesses?${search}&access_records=${encodeURIComponent(`Participant ${id}`)}`,
  );
  const kinds = readRows(visitor).map((row) => row[2]);
  expect(kinds).toEqual(expect.arrayContaining(['Exported', 'Opened the list']));
  await visitor.open(`/audit/accesses?${search}&access_date.to=2001-01-01`);
  expect(readRows(visitor).join()).not.toContain('lungile');
  const file = await exportFull(visitor, `/audit/accesses?${search}`);
  const [titles, ...lines] = readCsv(await file.text());
  expect(titles).toEqual(['Date', 'User', 'Action', 'Screen', 'Records', 'Which records']);
  expect(lines.map((line) => line[2])).toEqual(
    expect.arrayContaining(['Exported', 'Opened the list']),
  );
  expect(lines.every((line) => line[1] === 'lungile@panel.example')).toBe(true);
});

it('records a search as a search, with the number of found records', async () => {
  const researcher = await (await demo.signedIn('researcher')).open('/participants');
  await researcher.press('Search', { 'Filter Study No': 'S-00031' });
  const visitor = await demo.signedIn();
  await visitor.open('/audit/accesses?access_user=lungile&access_kind=Searched');
  const [[, , kind, , count = ''] = []] = readRows(visitor);
  expect([kind, count]).toEqual(['Searched', '1']);
});

it('leads users from their profile to their own accesses, and to no others', async () => {
  const visitor = await demo.signedIn('researcher');
  await visitor.open('/profile');
  const link = visitor.page.getByRole('link', { name: 'My accesses' });
  await visitor.open('/phones');
  await visitor.open(link.getAttribute('href') ?? '');
  expect(visitor.page.getByText(BOUNDARY)).toBeTruthy();
  expect(readRows(visitor)[0]?.join(' ')).toMatch(/Opened the list.*Phones.*5.*phone #/);
  expect(visitor.page.queryByRole('columnheader', { name: /^User/ })).toBeNull();
  const file = await exportFull(visitor, '/profile/accesses');
  expect(await file.text()).not.toContain('mwansa');
});

it('adds an entry to the audit log when somebody views the access log', async () => {
  const visitor = await demo.signedIn();
  await visitor.open('/audit/accesses/participant/7');
  await expect
    .poll(async () => {
      await visitor.open('/audit?audit_action=View&audit_title=Accesses+to+participant');
      return visitor.page.queryAllByText('Viewed Accesses to participant 7').length;
    })
    .toBeGreaterThan(0);
});

it('finds one record by its typed name and number, and nothing for a range or several numbers', async () => {
  const visitor = await demo.signedIn('researcher');
  await visitor.open('/participant/view/9');
  const search = (text: string) =>
    visitor.open(`/profile/accesses?access_records=${encodeURIComponent(text)}`);
  await search('Participant  9');
  expect(readRows(visitor).length).toBeGreaterThan(0);
  for (const text of ['participant 1-999999999', 'participant 9-4999999999', 'participant 9 10']) {
    await search(text);
    expect([text, visitor.status, visitor.html.includes('No Data')]).toEqual([text, 200, true]);
  }
});
