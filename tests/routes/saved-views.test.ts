import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

/** Returns the id of the saved view with this name, from its link on the page of views. */
async function readViewId(visitor: Visitor, name: string): Promise<string> {
  await visitor.open('/views/participants');
  const href = visitor.page.getByRole('link', { name }).getAttribute('href');
  return new URL(href ?? '', visitor.url).searchParams.get('view') ?? '';
}

/** Filters the list of participants by a study number, and saves the filtered list as a view. */
async function saveView(visitor: Visitor, name: string, studyNumber = 'S-00012'): Promise<void> {
  await visitor.open('/participants');
  await visitor.press('Search', { 'Filter Study No': studyNumber });
  await visitor.follow('Views');
  await visitor.press('Save this view', { Name: name });
}

const countRows = ({ document }: Visitor) => document.querySelectorAll('tbody tr').length;
const readMessage = ({ page }: Visitor) => page.getByRole('status').textContent;

describe('a view with a name', () => {
  it('cannot be saved without a session, or for a list that does not exist', async () => {
    const body = new URLSearchParams({ name: 'Mine' });
    const stranger = demo.stranger();
    const refused = await stranger.request('/views/participants', { method: 'POST', body });
    expect(refused.headers.get('location')).toBe('/login');
    const visitor = await demo.signedIn();
    const lost = await visitor.request('/views/nowhere', { method: 'POST', body });
    expect(lost.headers.get('location')).toBe('/home');
  });

  it.each([
    ['', 'Enter a name'],
    ['   ', 'Enter a name'],
    ['x'.repeat(61), 'The name must have 60 characters or fewer'],
  ])('needs a name of 1 to 60 characters: %j is refused', async (name, message) => {
    const visitor = await demo.signedIn();
    await visitor.open('/countries?country_name=zam');
    await visitor.follow('Views');
    await visitor.press('Save this view', { Name: name });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain(message);
  });

  it('needs a filter, columns or an order', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/views/countries');
    expect(visitor.page.getByText(/To save a view, first set filters/)).toBeDefined();
    const body = new URLSearchParams({ name: 'All' });
    const answer = await visitor.request('/views/countries', { method: 'POST', body });
    expect(answer.status).toBe(400);
  });

  it('opens the list as it was, and keeps what identifies people out of the address', async () => {
    const visitor = await demo.signedIn();
    await saveView(visitor, 'One participant');
    expect(readMessage(visitor)).toBe('The view was saved.');
    expect(visitor.url).not.toContain('S-00012');
    expect(countRows(visitor)).toBe(1);
    await visitor.open('/views/participants');
    await visitor.follow('One participant');
    expect(countRows(visitor)).toBe(1);
    expect(visitor.document.title).not.toContain('One participant');
  });

  it('keeps columns, order and page size', async () => {
    const visitor = await demo.signedIn();
    const query = 'size=5&sort=-country_name&cols=country_code,country_name';
    await visitor.open(`/countries?${query}`);
    await visitor.follow('Views');
    await visitor.press('Save this view', { Name: 'By name' });
    await visitor.open('/views/countries');
    await visitor.follow('By name');
    const href = visitor.page.getByRole('link', { name: 'Filters' }).getAttribute('href');
    const { searchParams } = new URL(href ?? '', visitor.url);
    expect([...searchParams]).toEqual([...new URLSearchParams(query)]);
  });

  it('is refused if another view of the list has its name', async () => {
    const visitor = await demo.signedIn();
    await saveView(visitor, 'Twice');
    await saveView(visitor, 'Twice', 'S-00013');
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'The list has a view with this name',
    );
  });

  it('stays when views without a name expire', async () => {
    const visitor = await demo.signedIn();
    await saveView(visitor, 'Old', 'S-00014');
    const id = await readViewId(visitor, 'Old');
    await demo.sql('update saved_view set used_at = 0 where id = ?', id);
    await visitor.open('/participants');
    await visitor.press('Search', { 'Filter Study No': 'S-00015' });
    await visitor.open(`/participants?view=${id}`);
    expect(visitor.page.queryByText(/have expired/)).toBeNull();
    expect(countRows(visitor)).toBe(1);
  });

  it('is stored encrypted, and audited without its name and its filters', async () => {
    const visitor = await demo.signedIn();
    await saveView(visitor, 'Chileshe', 'S-00016');
    const stored = JSON.stringify(await demo.sql('select * from saved_view'));
    expect(stored).not.toContain('Chileshe');
    expect(stored).not.toContain('S-00016');
    await expect
      .poll(async () => (await visitor.open('/audit?action_type=Add')).html)
      .toContain('Saved a view of Participants');
    expect(visitor.html).not.toContain('Chileshe');
  });

  it('is neither seen, opened nor deleted by another user', async () => {
    const visitor = await demo.signedIn();
    await saveView(visitor, 'Private', 'S-00017');
    const id = await readViewId(visitor, 'Private');
    const other = await demo.signedIn('researcher');
    await other.open('/views/participants');
    expect(other.html).not.toContain('Private');
    await other.open(`/participants?view=${id}`);
    expect(other.page.getByText(/belong to another user/)).toBeDefined();
    const body = new URLSearchParams({ intent: 'delete', view: id });
    await other.request('/views/participants', { method: 'POST', body });
    await visitor.open('/views/participants');
    expect(visitor.page.getByRole('link', { name: 'Private' })).toBeDefined();
  });

  it('is deleted by its button', async () => {
    const visitor = await demo.signedIn();
    await saveView(visitor, 'Short-lived', 'S-00018');
    const id = await readViewId(visitor, 'Short-lived');
    await visitor.press('Delete: Short-lived');
    expect(readMessage(visitor)).toBe('The view was deleted.');
    expect(visitor.page.queryByRole('link', { name: 'Short-lived' })).toBeNull();
    await visitor.open(`/participants?view=${id}`);
    expect(visitor.page.getByText(/have expired/)).toBeDefined();
  });

  it('is one of at most 50 views of a list', async () => {
    const visitor = await demo.signedIn('researcher');
    for (let at = 1; at <= 51; at++)
      await visitor.request(`/views/colors?color_name=${at}`, {
        method: 'POST',
        body: new URLSearchParams({ name: `View ${at}` }),
      });
    await visitor.open('/views/colors');
    expect(visitor.page.getAllByRole('button', { name: /^Delete: / })).toHaveLength(50);
  });

  it('is one of at most 500 views in all', async () => {
    const visitor = await demo.signedIn('researcher');
    const one = new URLSearchParams({ name: 'One more' });
    await visitor.request('/views/countries?country_name=a', { method: 'POST', body: one });
    const [row] = (await demo.sql(
      'select * from saved_view where name is not null order by used_at desc limit 1',
    )) as [{ owner: string; content: string; name: string }];
    for (let at = 0; at < 500; at++)
      await demo.sql(
        'insert into saved_view (id, owner, digest, content, used_at, name) values (?, ?, ?, ?, 0, ?)',
        ...[`filler ${at}`, row.owner, `filler ${at}`, row.content, row.name],
      );
    const body = new URLSearchParams({ name: 'Another' });
    await visitor.open('/views/countries?country_name=b', { method: 'POST', body });
    expect(visitor.status).toBe(400);
    expect(visitor.page.getByRole('alert').textContent).toContain('You have 500 views');
  });
});
