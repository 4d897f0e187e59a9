import { describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';

const demo = demoPanel({ RESEARCHERS_MANAGE_USERS: 'off' });
const WHY = 'Only administrators add, change or delete users here';

const readUsers = () =>
  demo.sql('select user_username, user_role, user_status from user_account order by user_id');
const findId = async (role: keyof typeof demoSignIns) => {
  const name = demoSignIns[role].username;
  const found = await demo.sql(
    'select user_id from user_account where user_username = ? or user_email = ?',
    name,
    name,
  );
  return Number(defined((found as { user_id: number }[])[0]).user_id);
};
const fields = {
  user_username: 'climber',
  user_fname: 'Cleo',
  user_lname: 'Climber',
  user_email: 'climber@research.example',
  user_role: '1',
  u_status: '1',
};

describe('ASVS 8.2.1, 15.3.3: if only administrators manage users', () => {
  it('a researcher is refused every change, their own promotion included', async () => {
    const visitor = await demo.signedIn('researcher');
    const [before, own] = [await readUsers(), await findId('researcher')];
    for (const path of ['/user/add', `/user/edit/${own}`, '/user/edit/1', '/delete/user/1']) {
      await visitor.open(path, { method: 'POST', body: new URLSearchParams(fields) });
      expect([path, visitor.status]).toEqual([path, 403]);
      expect(visitor.document.body.textContent).toContain(WHY);
    }
    expect(await readUsers()).toEqual(before);
  });

  it('a researcher sees users and why nothing can be changed', async () => {
    const visitor = await demo.signedIn('researcher');
    await visitor.open('/users');
    expect(visitor.page.queryByRole('link', { name: 'Add' })).toBeNull();
    expect(visitor.page.queryByRole('link', { name: /^Delete\b/ })).toBeNull();
    for (const path of ['/user/add', '/user/edit/1', '/delete/user/1']) {
      await visitor.open(path);
      expect(visitor.document.body.textContent).toContain(WHY);
      expect(visitor.page.queryByRole('button', { name: /^(Save|Delete)/ })).toBeNull();
    }
    await visitor.open('/user/add');
    expect(visitor.status).toBe(403);
    expect(visitor.document.querySelector('main form')).toBeNull();
    expect(visitor.document.body.textContent).toContain('ask an administrator');
    await visitor.open('/countries');
    expect(visitor.page.getByRole('link', { name: 'Add' })).toBeTruthy();
  });

  it('a researcher who opens the page to add a user leaves an entry in the audit log', async () => {
    const readEntries = () =>
      demo.sql(
        "select audit_username from audit_entry where audit_action = 'Refused' and audit_description like '%(user)%'",
      );
    const visitor = await demo.signedIn('researcher');
    // Ends the window of 15 minutes, so that the next refusal has an entry of its own.
    await demo.sql('update security_count set window_start = window_start - 3600000');
    for (const table of ['security_count', 'audit_intent'])
      await expect.poll(() => demo.sql(`select 1 from ${table}`)).toEqual([]);
    const before = (await readEntries()).length;
    await visitor.open('/user/add');
    expect(visitor.status).toBe(403);
    expect(visitor.document.body.textContent).not.toContain('Nothing was saved');
    await expect.poll(async () => (await readEntries()).length).toBeGreaterThan(before);
  });

  it('an administrator can change other users, but not their own role or status', async () => {
    const visitor = await demo.signedIn();
    const own = await findId('administrator');
    await visitor.open(`/user/edit/${own}`);
    expect(visitor.page.queryByLabelText('Role')).toBeNull();
    expect(visitor.document.body.textContent).toContain('Administrator');
    const before = await readUsers();
    await visitor.press('Save', { 'First name': 'Mutale' }, { user_role: '2', u_status: '2' });
    expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
    expect(await readUsers()).toEqual(before);
    await visitor.open(`/user/edit/${await findId('researcher')}`);
    await visitor.press('Save', { Role: 'Administrator' });
    expect(visitor.page.getByRole('status').textContent).toContain('successfully saved');
    await visitor.press('Save', { Role: 'Researcher' });
    await visitor.open('/user/add');
    expect(visitor.page.getByRole('button', { name: 'Save' })).toBeTruthy();
    await visitor.open(`/delete/user/${await findId('researcher')}`);
    await visitor.press('Delete');
    expect(visitor.page.getByRole('status').textContent).toContain('successfully deleted');
  });
});
