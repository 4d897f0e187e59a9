import { describe, expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

const remote = remotePanel();
const NEW = 'maize lantern otter';
const passwords = { 'New password': NEW, 'Confirm password': NEW };

/** Returns the user and the description of each entry of an action. */
const entries = (action: string) =>
  remote.host
    .to('audit/update')
    .filter(({ fields }) => fields.uaction === action)
    .map(({ fields }) => `${fields.uusername}: ${fields.udescription}`);

describe('with a remote host', () => {
  it.each([
    ['refuses', () => refusal('No')],
    [
      'knows no such path',
      (_call: unknown, response: { writeHead(code: number): { end(): void } }) =>
        void response.writeHead(404).end(),
    ],
  ])('a password change has no audit entry when the host %s', async (_how, answer) => {
    remote.host.on('account/change-own-password', answer);
    await remote.visitor.open('/profile/password');
    await remote.visitor.press('Change password', { 'Current password': 'old', ...passwords });
    expect(remote.visitor.status).toBe(400);
    await expect
      .poll(() => remote.sql('select id from audit_intent where action = ?', 'Password change'))
      .toEqual([]);
    expect(entries('Password change')).toEqual([]);
  });

  it('a password that a link sets is in the audit log under the user name in the host’s answer', async () => {
    remote.host.on('account/change-password', () => envelope([ann]));
    const visitor = await new Visitor(remote.panel.url).open('/change-password/0123456789abcdef');
    await visitor.press('Set password', passwords);
    await expect
      .poll(() => entries('Password change'))
      .toEqual([expect.stringMatching(/^ann: Set the password by a link, from /)]);
    await expect
      .poll(() => entries('Sessions ended'))
      .toEqual([expect.stringMatching(/^ann: \d+ sessions? ended: their password was changed$/)]);
  });

  it('a sign-up whose answer breaks off is in the audit log with an unknown outcome and without a name', async () => {
    remote.host.on('account/create', (_call, response) => void response.destroy());
    const visitor = await new Visitor(remote.panel.url).open('/create-account');
    const Email = 'somebody@x.example';
    await visitor.press('Create account', { Email, Password: NEW, 'Confirm password': NEW });
    await expect
      .poll(() => entries('Sign-up'))
      .toEqual([expect.stringMatching(/^an account: Sign-up from .+: outcome unknown$/)]);
  });

  it('a changed role and a new user’s role and status are in the audit log', async () => {
    const eve = { ...ann, user_id: '8', user_username: 'eve', user_role: 2 };
    remote.host.on('user/id/8', () => envelope([eve]));
    remote.host.on('user/update', () => envelope([{ ...eve, user_role: 1 }]));
    await remote.visitor.open('/user/edit/8');
    await remote.visitor.press('Save', { Role: 'Administrator' });
    await expect
      .poll(() => entries('Role change'))
      .toEqual(['ann: Changed the role of user 8 from Researcher to Administrator']);
    remote.host.on('user/update', () => envelope([{ ...eve, user_id: '9' }]));
    await remote.visitor.open('/user/add');
    const names = { Username: 'fay', 'First name': 'Fay', 'Last name': 'Example' };
    const rest = { Email: 'fay@x.example', Role: 'Researcher', Status: 'Active' };
    await remote.visitor.press('Save', { ...names, ...rest });
    await expect
      .poll(() => entries('Add'))
      .toEqual(['ann: Added user 9: role Researcher, status Active']);
  });

  it('the audit entry of a failed sign-in names an account that has signed in here before, and no other', async () => {
    await remote.sql('delete from security_count');
    remote.host.on('login', () => refusal('The password is wrong'));
    for (const email of ['Ann@study.example', 'my.secret.phrase@x.example'])
      await new Visitor(remote.panel.url).signIn(email, 'wrong');
    await expect.poll(() => remote.sql('select * from security_count')).toHaveLength(2);
    await remote.sql('update security_count set window_start = window_start - 3600000');
    await expect
      .poll(() => entries('Failed sign-in').sort())
      .toEqual([
        expect.stringMatching(/^an account: 1 failed sign-in from \S+ between .+ and .+$/),
        expect.stringMatching(/^ann: 1 failed sign-in from \S+ between .+ and .+$/),
      ]);
    expect(JSON.stringify(remote.host.to('audit/update'))).not.toContain('phrase');
    // With this header, the project's own host does not add an entry too.
    for (const { headers } of remote.host.to('login'))
      expect(headers['x-audit-entries']).toBe('caller');
  });

  it.each([401, 403])(
    'the refusal %i of the host is in the audit log with the name of the user',
    async (status) => {
      remote.host.on('country/list', (_call, response) => void response.writeHead(status).end());
      await remote.visitor.open('/countries');
      await expect
        .poll(() => entries('Refused'))
        .toContain(`ann: The API host refused country/list with status ${status}`);
    },
  );
});
