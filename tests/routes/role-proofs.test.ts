import { beforeEach, describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';
import { everyCase } from '../support/full';
import { awaitImport, checkFile } from '../support/import-steps';
import { unique } from '../support/unique';
import type { Visitor } from '../support/visitor';

const demo = demoPanel();
const { password } = demoSignIns.administrator;
const PROOF = 'Your password';

let visitor: Visitor;
beforeEach(async () => {
  visitor = await demo.signedIn();
});

/** Simulates that the last proof was long ago. */
const forgetProof = () =>
  demo.sql(`update session set data = replace(data, '"provenAt":', '"former":')`);

interface User {
  user_id: number;
  user_role: number;
  user_status: number;
}

async function findUser(username: string): Promise<User | undefined> {
  const [row] = await demo.sql(
    'select user_id, user_role, user_status from user_account where user_username = ?',
    username,
  );
  return row as User | undefined;
}

/** Adds a user through the form, and returns the username and the id. */
async function addUser(role: string, status = 'Active') {
  const username = unique('proof').replace(' ', '.').toLowerCase();
  await visitor.open('/user/add');
  await visitor.press('Save', {
    ...{ Username: username, 'First name': 'Grace', 'Last name': 'Phiri' },
    ...{ Email: `${username}@panel.example`, Role: role, Status: status },
  });
  expect(visitor.status).toBe(200);
  const { user_id: id } = defined(await findUser(username));
  return { username, id: String(id) };
}

/**
 * Presses a button eleven minutes after the last proof. Expects a question, which a wrong password does not answer, and
 * that nothing changes before the right one.
 */
async function pressWithProof(button: string, isUnchanged: () => Promise<boolean>) {
  await forgetProof();
  await visitor.press(button);
  expect([visitor.status, await isUnchanged()]).toEqual([400, true]);
  expect(visitor.document.body.textContent).toContain('Enter your password to confirm');
  await visitor.press(button, { [PROOF]: 'wrong' });
  expect([visitor.status, await isUnchanged()]).toEqual([400, true]);
  expect(visitor.document.body.textContent).toContain('The password is incorrect');
  await visitor.press(button, { [PROOF]: password });
  expect([visitor.status, await isUnchanged()]).toEqual([200, false]);
}

/** Selects users in their list, and presses a button of the list. */
async function select(usernames: readonly string[], button: string) {
  await visitor.open('/users?size=200');
  for (const username of usernames) {
    const box = visitor.page.getByRole<HTMLInputElement>('checkbox', {
      name: `Select ${username}`,
    });
    box.checked = true;
  }
  await visitor.press(button);
}

describe('eleven minutes after the sign-in, a proof is needed', () => {
  it('to activate an administrator in the form, but not to rename one', async () => {
    const { username, id } = await addUser('Administrator', 'Disabled');
    await forgetProof();
    await visitor.open(`/user/edit/${id}`);
    await visitor.press('Save', { 'First name': 'Renamed' });
    expect(visitor.status).toBe(200);
    await visitor.open(`/user/edit/${id}`);
    await visitor.press('Save', { Status: 'Active' });
    expect(visitor.status).toBe(400);
    await visitor.press('Save', { [PROOF]: password });
    expect((await findUser(username))?.user_status).toBe(1);
  });

  it('to restore a user from the bin, but not to restore a country', async () => {
    const { username, id } = await addUser('Administrator');
    await visitor.open(`/delete/user/${id}`);
    await visitor.press('Delete');
    await visitor.open('/bin');
    await visitor.follow(`Restore ${username}`);
    await pressWithProof('Restore', async () => (await findUser(username)) === undefined);
    await forgetProof();
    await visitor.open('/delete/country/2');
    await visitor.press('Delete');
    await visitor.open('/bin');
    const [newest] = visitor.page.getAllByRole('link', { name: /^Restore/ });
    await visitor.open(defined(newest).getAttribute('href') ?? '');
    await visitor.press('Restore');
    expect(visitor.status).toBe(200);
  });

  if (everyCase)
    it('to take back the deletion of a user, or a change of a role', async () => {
      const { username, id } = await addUser('Administrator');
      await visitor.open(`/user/edit/${id}`);
      await visitor.press('Save', { Role: 'Researcher' });
      await openUndo(id);
      await pressWithProof(
        'Take back this change',
        async () => (await findUser(username))?.user_role === 2,
      );
      await visitor.open(`/delete/user/${id}`);
      await visitor.press('Delete');
      await openUndo(id);
      await pressWithProof(
        'Take back this change',
        async () => (await findUser(username)) === undefined,
      );
    });

  if (everyCase)
    it('to take back that an administrator was disabled, but not that a name was changed', async () => {
      const { username, id } = await addUser('Administrator');
      await visitor.open(`/user/edit/${id}`);
      await visitor.press('Save', { Status: 'Disabled' });
      await openUndo(id);
      await pressWithProof(
        'Take back this change',
        async () => (await findUser(username))?.user_status !== 1,
      );
      await visitor.open(`/user/edit/${id}`);
      await visitor.press('Save', { 'First name': 'Renamed' });
      await forgetProof();
      await openUndo(id);
      await visitor.press('Take back this change');
      expect(visitor.status).toBe(200);
    });

  if (everyCase)
    it('to activate several users, or to undo that they were disabled or deleted', async () => {
      const added = [await addUser('Administrator'), await addUser('Researcher')];
      const usernames = added.map(({ username }) => username);
      const isActive = async () => (await findUser(usernames[0] ?? ''))?.user_status === 1;
      await forgetProof();
      await select(usernames, 'Change status to Disabled');
      await visitor.press('Change the status of 2 users to Disabled');
      expect(await isActive()).toBe(false);
      await pressWithProof('Undo', async () => !(await isActive()));
      await select(usernames, 'Change status to Disabled');
      await visitor.press('Change the status of 2 users to Disabled');
      await select(usernames, 'Change status to Active');
      await pressWithProof(
        'Change the status of 2 users to Active',
        async () => !(await isActive()),
      );
      await select(usernames, 'Delete selected');
      await visitor.press('Delete 2 users');
      await pressWithProof('Undo', async () => !(await isActive()));
    });

  it('to import users, but not to import countries', async () => {
    const username = unique('proof').replace(' ', '.').toLowerCase();
    await checkFile(
      visitor,
      'Users',
      `Username,First name,Last name,Email,Role,Status\n${username},Grace,Phiri,${username}@panel.example,Administrator,Active\n`,
    );
    await forgetProof();
    await visitor.press('Import 1 row');
    expect([visitor.status, await findUser(username)]).toEqual([400, undefined]);
    await visitor.press('Import 1 row', { [PROOF]: 'wrong' });
    expect([visitor.status, await findUser(username)]).toEqual([400, undefined]);
    await visitor.press('Import 1 row', { [PROOF]: password });
    await awaitImport(visitor);
    expect((await findUser(username))?.user_role).toBe(1);
    await forgetProof();
    await checkFile(visitor, 'Countries', 'Name,Phone code,Status\nZambia,+261,Active\n');
    await visitor.press('Import 1 row');
    expect(visitor.status).toBe(200);
  });

  if (everyCase)
    it('to approve a waiting account as an administrator', async () => {
      const email = `${unique('waits').replace(' ', '.')}@research.example`;
      const secret = 'a spelling of oranges';
      await (await demo.stranger().open('/create-account')).press('Create account', {
        ...{ Email: email, Password: secret, 'Confirm password': secret },
      });
      const [row] = (await demo.sql(
        'select user_id, user_username from user_account where user_email = ?',
        email,
      )) as { user_id: number; user_username: string }[];
      const { user_id, user_username } = defined(row);
      await visitor.open(`/users/waiting/${user_id}`);
      await forgetProof();
      const values = { 'First name': 'Wanjiku', 'Last name': 'Otieno', Role: 'Administrator' };
      await visitor.press('Approve', values);
      expect(visitor.status).toBe(400);
      expect(visitor.shownValue('First name')).toBe('Wanjiku');
      expect((await findUser(user_username))?.user_status).toBe(2);
      await visitor.press('Approve', { [PROOF]: password });
      expect((await findUser(user_username))?.user_role).toBe(1);
      expect((await findUser(user_username))?.user_status).toBe(1);
    });
});

/** Opens the page that asks before the newest change of a user is taken back. */
async function openUndo(id: string) {
  await visitor.open(`/history/user/${id}`);
  const [newest] = visitor.page.getAllByRole('link', { name: 'Take back' });
  await visitor.open(defined(newest).getAttribute('href') ?? '');
}
