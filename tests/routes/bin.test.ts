import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { everyCase } from '../support/full';
import { exportFull } from '../support/full-export';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();

/** Adds a country through its form. Returns its id. */
async function addCountry(visitor: Visitor, name: string): Promise<string> {
  await visitor.open('/country/add');
  await visitor.press('Save', { Name: name, 'Phone code': '+999', Status: 'Active' });
  const [row] = (await demo.sql('select country_id from country where country_name = ?', name)) as {
    country_id: number;
  }[];
  if (!row) throw new Error(`${name} was not added: ${visitor.document.body.textContent}`);
  return String(row.country_id);
}

/** Deletes a country through its confirmation page. */
async function removeCountry(visitor: Visitor, id: string, list = ''): Promise<Visitor> {
  await visitor.open(`/delete/country/${id}${list}`);
  return visitor.press('Delete');
}

const readMessage = ({ page }: Visitor) => page.getByRole('status').textContent;
const readRefusal = ({ page }: Visitor) => page.getByRole('alert').textContent;
const readHeading = ({ page }: Visitor) => page.getByRole('heading', { level: 1 }).textContent;

describe('a record in the bin', () => {
  it('cannot be restored without signing in, from another site, or with an id that is not in the bin', async () => {
    const stranger = demo.stranger();
    await stranger.open('/bin');
    expect(stranger.url).toContain('/login');
    await stranger.open('/bin/restore/1', { method: 'POST', body: new URLSearchParams() });
    expect(stranger.url).toContain('/login');
    const visitor = await demo.signedIn();
    for (const id of ['999999', 'x']) {
      await visitor.open(`/bin/restore/${id}`);
      expect(visitor.status).toBe(404);
      expect(visitor.page.queryByRole('button', { name: 'Restore' })).toBeNull();
    }
    expect(visitor.document.body.textContent).toContain('no longer in the bin');
    await visitor.open('/bin/restore/022');
    expect(visitor.status).toBe(404);
    await visitor.open('/bin/restore/999999', { method: 'POST', body: new URLSearchParams() });
    expect(visitor.status).toBe(400);
    expect(readRefusal(visitor)).toContain('no longer in the bin');
    const posted = await visitor.request('/bin/restore/1', {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(posted.status).toBe(403);
  });

  it('is found through a link of its list, and can be restored', async () => {
    const visitor = await demo.signedIn();
    const id = await addCountry(visitor, 'Tonga');
    await visitor.open(`/delete/country/${id}`);
    await visitor.press('Delete');
    await visitor.open('/countries');
    await visitor.follow('Deleted records');
    expect(visitor.url).toMatch(/\/bin\?deleted_type=Country$/);
    await visitor.follow('Restore Tonga');
    await visitor.press('Restore');
    await visitor.open('/countries?country_name=Tonga');
    expect(visitor.page.getByRole('link', { name: 'Tonga' })).toBeTruthy();
    // The panel cannot delete phones, participants, entries of the audit log, or records in the bin.
    for (const path of ['/phones', '/participants', '/audit', '/bin']) {
      await visitor.open(path);
      expect(visitor.page.queryByRole('link', { name: 'Deleted records' }), path).toBeNull();
    }
  });

  it('is restored by Undo, which leads back to the list with its filter', async () => {
    const visitor = await demo.signedIn();
    const id = await addCountry(visitor, 'Fiji');
    await visitor.open(`/delete/country/${id}?list=${encodeURIComponent('country_name=fij')}`);
    expect(visitor.document.body.textContent).toContain('You can undo this for 30 days.');
    await visitor.press('Delete');
    expect(visitor.url).toContain('/countries?country_name=fij');
    expect(readMessage(visitor)).toContain('successfully deleted');
    expect(visitor.document.querySelector('tbody')?.textContent).not.toContain('Fiji');
    const undo = visitor.getBody('Undo');
    const action = visitor.page.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).form
      ?.action;
    await visitor.press('Undo');
    expect(readMessage(visitor)).toBe('The country has been successfully restored!');
    expect(visitor.url).toContain('/countries?country_name=fij');
    expect(visitor.document.querySelector('tbody')?.textContent).toContain('Fiji');
    // Pressing the button again does nothing.
    await visitor.open(String(action), { method: 'POST', body: undo });
    expect(visitor.document.body.textContent).not.toContain('no longer in the bin');
    const rows = await demo.sql('select country_id from country where country_name = ?', 'Fiji');
    expect(rows).toEqual([{ country_id: Number(id) }]);
  });

  it('is listed with its type, its name and the user who deleted it, and can be filtered and exported', async () => {
    const visitor = await demo.signedIn();
    const id = await addCountry(visitor, 'Tonga');
    await removeCountry(visitor, id);
    await visitor.open('/bin?deleted_type=Country&q=tong');
    expect(readHeading(visitor)).toContain('Bin');
    expect(visitor.title).not.toContain('Tonga');
    const row = visitor.page.getByRole('row', { name: /Tonga/ });
    for (const text of ['Country', 'mwansa', '30']) expect(row.textContent).toContain(text);
    expect(visitor.page.queryByRole('link', { name: 'Add' })).toBeNull();
    const file = await exportFull(visitor, '/bin?deleted_type=Country');
    expect(await file.text()).toContain('Country,Tonga');
    await visitor.open('/countries?country_name=tonga');
    expect(visitor.document.querySelector('tbody')?.textContent).not.toContain('Tonga');
  });

  it('has a restore page that asks first, keeps its name out of the title, and leads back to the bin', async () => {
    const visitor = await demo.signedIn('researcher');
    await removeCountry(visitor, await addCountry(visitor, 'Palau'));
    await visitor.open('/bin?deleted_type=Country');
    await visitor.follow('Restore Palau');
    expect(readHeading(visitor)).toBe('Restore Palau?');
    expect(visitor.title).not.toContain('Palau');
    expect(visitor.url).not.toMatch(/palau/i);
    await visitor.press('Restore');
    expect(visitor.url).toContain('/bin');
    expect(readMessage(visitor)).toBe('The country has been successfully restored!');
    const entries = await demo.sql(
      "select audit_title, audit_description from audit_entry where audit_action = 'Restore' order by audit_id desc limit 1",
    );
    expect(entries).toEqual([
      { audit_title: 'Bin', audit_description: expect.stringMatching(/^Restored country \d+$/) },
    ]);
  });

  it('stays in the bin while another record has its name, and the message says so', async () => {
    const visitor = await demo.signedIn();
    await removeCountry(visitor, await addCountry(visitor, 'Nauru'));
    await addCountry(visitor, 'Nauru');
    await visitor.open('/bin?deleted_name=nauru');
    await visitor.follow('Restore Nauru');
    await visitor.press('Restore');
    // The reason stays on the page, which the user can use again after correcting the cause.
    expect([visitor.status, new URL(visitor.url).pathname]).toEqual([
      400,
      expect.stringMatching(/^\/bin\/restore\//),
    ]);
    expect(readRefusal(visitor)).toBe("There is a problemThe country 'Nauru' exists already");
    expect(visitor.page.getByRole('button', { name: 'Restore' })).toBeTruthy();
    await visitor.open('/bin?deleted_name=nauru');
    expect(visitor.page.getByRole('link', { name: 'Restore Nauru' })).toBeTruthy();
  });

  it('is restored for the first of two users, and the second reads that it is not in the bin', async () => {
    const [one, other] = [await demo.signedIn(), await demo.signedIn('researcher')];
    await removeCountry(one, await addCountry(one, 'Samoa'));
    for (const visitor of [one, other]) {
      await visitor.open('/bin?deleted_name=samoa');
      await visitor.follow('Restore Samoa');
    }
    await one.press('Restore');
    expect(readMessage(one)).toContain('successfully restored');
    await other.press('Restore');
    expect(readRefusal(other)).toContain('no longer in the bin');
    expect(other.page.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  it('is restored, if it is a user, with an audit entry that gives the role and the status', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/user/add');
    await visitor.press('Save', {
      Username: 'binned',
      'First name': 'Bin',
      'Last name': 'Ned',
      Email: 'binned@research.example',
      Role: 'Administrator',
      Status: 'Active',
    });
    const [user] = (await demo.sql(
      "select user_id from user_account where user_username = 'binned'",
    )) as { user_id: number }[];
    await visitor.open(`/delete/user/${user?.user_id}`);
    await visitor.press('Delete');
    await visitor.press('Undo');
    expect(readMessage(visitor)).toBe('The user has been successfully restored!');
    const [entry] = await demo.sql(
      "select audit_description from audit_entry where audit_action = 'Restore' order by audit_id desc limit 1",
    );
    expect(entry).toEqual({
      audit_description: `Restored user ${user?.user_id}: role Administrator, status Active`,
    });
  });
});

if (everyCase)
  describe('if researchers are read-only', () => {
    const readers = demoPanel({ RESEARCHERS_READ_ONLY: 'on' });

    it('they see no bin', async () => {
      const visitor = await readers.signedIn('researcher');
      await visitor.open('/home');
      expect(visitor.page.queryAllByRole('link', { name: /^Bin/ })).toEqual([]);
      for (const path of ['/bin', '/bin/restore/1', '/export/bin']) {
        await visitor.open(path, path.startsWith('/export') ? { method: 'POST' } : {});
        expect([path, visitor.status]).toEqual([path, 403]);
        expect(visitor.document.body.textContent).toContain('Only users who may delete records');
      }
      const administrator = await (await readers.signedIn()).open('/home');
      expect(administrator.page.queryAllByRole('link', { name: /^Bin/ })).not.toEqual([]);
    });
  });

if (everyCase)
  describe('if only administrators manage users', () => {
    const managed = demoPanel({ RESEARCHERS_MANAGE_USERS: 'off' });

    it('a researcher cannot restore a user', async () => {
      const root = await managed.signedIn();
      await root.open('/users?user_username=lungile');
      const [user] = (await managed.sql(
        'select user_id from user_account where user_role = 2 and user_status = 2 order by user_id limit 1',
      )) as { user_id: number }[];
      await root.open(`/delete/user/${user?.user_id}`);
      await root.press('Delete');
      const researcher = await managed.signedIn('researcher');
      await researcher.open('/bin/restore/1');
      expect(researcher.document.body.textContent).toContain('Only administrators add, change');
      expect(researcher.page.queryByRole('button', { name: 'Restore' })).toBeNull();
      await researcher.open('/bin/restore/1', { method: 'POST', body: new URLSearchParams() });
      expect(researcher.status).toBe(403);
      await root.press('Undo');
      expect(readMessage(root)).toContain('successfully restored');
    });
  });

describe('if deletions are final', () => {
  const final = demoPanel({ BIN_DAYS: '0' });
  const remote = remotePanel();

  it('with BIN_DAYS=0, the page says so before the deletion, and there is no Undo', async () => {
    const visitor = await final.signedIn();
    await visitor.open('/delete/country/1');
    expect(visitor.document.body.textContent).toContain('This cannot be undone.');
    await visitor.press('Delete');
    expect(readMessage(visitor)).toContain('successfully deleted');
    expect(visitor.page.queryByRole('button', { name: 'Undo' })).toBeNull();
    await visitor.open('/bin');
    expect(visitor.document.querySelector('main')?.textContent).toContain('Deletions are final');
    expect(visitor.page.queryAllByRole('link', { name: /^Bin/ })).toEqual([]);
    await visitor.open('/bin/restore/1');
    expect(visitor.status).toBe(404);
  });

  it('with a remote host, the page says so before the deletion, and never requests a bin of the host', async () => {
    const { visitor, host } = remote;
    host.on('country/id/3', () => envelope([{ country_id: 3, country_name: 'Fiji' }]));
    await visitor.open('/delete/country/3');
    expect(visitor.document.body.textContent).toContain('This cannot be undone.');
    await visitor.open('/bin');
    expect(visitor.document.querySelector('main')?.textContent).toContain('Deletions are final');
    expect(visitor.page.queryAllByRole('link', { name: /^Bin/ })).toEqual([]);
    expect(host.calls.filter(({ path }) => path.includes('bin/'))).toEqual([]);
  });
});
