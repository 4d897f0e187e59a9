import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { getBoundKeys } from '../../../backend/audit/chain';
import { listHistory } from '../../support/list-history';
import { addUser, startHost, type TestHost } from '../../support/start-host';

const WRONG = 'The username or password is incorrect';
const INVALID_LINK = 'The link has expired or has been used already';
const signIn = (host: TestHost, username: string, password: string) =>
  host.post('login', { username, password });

/** Returns the code in the link of the newest mail. */
function mailedCode({ mails }: TestHost): string {
  return /change-password\/(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

async function storedPassword({ db }: TestHost, id: number) {
  const row = await db
    .selectFrom('user_account')
    .select('user_password')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return String(row.user_password);
}

describe('signing in', () => {
  it('refuses a form with an empty field, and names the field', async () => {
    const host = await startHost();
    expect((await host.post('login', {})).message).toBe('Email is required');
    expect((await host.post('login', { username: 'ann' })).message).toBe('Password is required');
  });

  it('gives the same answer for a wrong password, an unknown user and a user without a password', async () => {
    const host = await startHost();
    await addUser(host);
    for (const [name, password] of [
      ['ann', 'wrong'],
      ['nobody', 'correct horse battery'],
      ['admin', 'correct horse battery'],
      ['admin', ''.padEnd(12)],
      ["' or 1=1 --", 'x'],
      ['ann', 'x'.repeat(100_000)],
      ['ann\0', 'correct horse battery'],
    ] as const) {
      const answer = await signIn(host, name, password);
      expect(answer.succeeded).toBe(false);
      expect(answer.items).toEqual([]);
      if (!name.includes('\0')) expect(answer.message).toBe(WRONG);
    }
    expect(host.errors).toEqual([]);
  });

  it('says that an account is not active only if the password is right', async () => {
    const host = await startHost();
    await addUser(host, { ustatus: '2' });
    expect((await signIn(host, 'ann', 'wrong')).message).toBe(WRONG);
    expect((await signIn(host, 'ann', 'correct horse battery')).message).toBe(
      'The account is not active',
    );
  });

  it('accepts the username or the email in any case, and does not return the password hash', async () => {
    const host = await startHost();
    await addUser(host);
    for (const name of ['ann', 'ANN', 'Ann@Research.example']) {
      const { succeeded, items } = await signIn(host, name, 'correct horse battery');
      expect(succeeded).toBe(true);
      expect(items[0]).toMatchObject({ user_username: 'ann', user_role: 2, u_status: 'Active' });
      expect(JSON.stringify(items)).not.toMatch(/argon2|password/);
    }
  });

  it('renews a hash that was made with weaker parameters', async () => {
    const host = await startHost();
    const id = await addUser(host);
    const weak = await hash('correct horse battery', { memoryCost: 8192, timeCost: 1 });
    await host.db
      .updateTable('user_account')
      .set({ user_password: weak })
      .where('user_id', '=', id)
      .execute();
    expect((await signIn(host, 'ann', 'correct horse battery')).succeeded).toBe(true);
    expect(await storedPassword(host, id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(host, 'ann', 'correct horse battery')).succeeded).toBe(true);
  });
});

describe('making an account', () => {
  const create = (host: TestHost, uemail: string, upassword: string) =>
    host.post('account/create', { uemail, upassword });

  it('refuses a bad address and a weak password', async () => {
    const host = await startHost();
    const refusals: [string, string, string][] = [
      ['', 'correct horse battery', 'Email is required'],
      ['nobody', 'correct horse battery', 'Please enter a valid email address'],
      ['eve@research.example', 'short', 'Password must be 12 characters or more'],
      ['eve@research.example', 'x'.repeat(129), 'Password must be 128 characters or fewer'],
      [
        'eveline@research.example',
        'i am EVELINE herself',
        'Password must not contain your name or email address',
      ],
    ];
    for (const [email, password, message] of refusals)
      expect(await create(host, email, password)).toMatchObject({ succeeded: false, message });
  });

  it('gives the same answer for an address that has an account, and mails its owner', async () => {
    const host = await startHost();
    const id = await addUser(host);
    const before = await storedPassword(host, id);
    const known = await create(host, 'ANN@research.example', 'another long password');
    const unknown = await create(host, 'eve@research.example', 'another long password');
    expect(known).toEqual(unknown);
    expect(host.mails[0]).toMatchObject({
      to: 'ann@research.example',
      subject: 'You have an account already',
    });
    expect(await storedPassword(host, id)).toBe(before);
  });

  it('adds the account without its password to the history, and nothing for a known address', async () => {
    const host = await startHost({ keepsHistory: true });
    await create(host, 'eve@research.example', 'correct horse battery');
    await create(host, 'EVE@research.example', 'correct horse battery');
    const [change, ...more] = await listHistory({ db: host.db, ring: getBoundKeys(host.db) });
    expect(more).toEqual([]);
    const signedIn = await signIn(host, 'eve@research.example', 'correct horse battery');
    expect(change).toMatchObject({
      ...{ entity: 'user', recordId: String(signedIn.items[0]?.user_id), action: 'Add' },
      username: 'eve@research.example',
    });
    const values = Object.fromEntries(
      (change?.fields ?? []).map(({ field, after }) => [field, after]),
    );
    expect(values).toMatchObject({
      ...{ user_username: 'eve@research.example', user_email: 'eve@research.example' },
      ...{ user_role: '2', u_status: '1' },
    });
    expect(JSON.stringify(change)).not.toContain('password');
    const other = await startHost();
    await create(other, 'eve@research.example', 'correct horse battery');
    expect(await other.db.selectFrom('record_change').selectAll().execute()).toEqual([]);
  });

  it('makes a researcher, who can sign in at once unless accounts need approval', async () => {
    const open = await startHost();
    await create(open, 'eve@research.example', 'correct horse battery');
    const signedIn = await signIn(open, 'eve@research.example', 'correct horse battery');
    expect(signedIn.items[0]).toMatchObject({ user_role: 2, user_status: 1 });

    const careful = await startHost({ accountApproval: true });
    const answer = await create(careful, 'eve@research.example', 'correct horse battery');
    expect(answer.message).toMatch(/administrator/);
    expect((await signIn(careful, 'eve@research.example', 'correct horse battery')).message).toBe(
      'The account is not active',
    );
  });
});

describe('resetting a password', () => {
  it('gives the same answer for an unknown address, but mails nobody', async () => {
    const host = await startHost();
    await addUser(host);
    const unknown = await host.post('account/reset', { uemail: 'nobody@research.example' });
    expect(host.mails).toEqual([]);
    const known = await host.post('account/reset', { uemail: 'ann@research.example' });
    expect(known).toEqual(unknown);
    expect(known.succeeded).toBe(true);
  });

  it.each([null, ''])(
    'mails to the username if the username is the given address and the email is %j',
    async (user_email) => {
      const host = await startHost();
      await addUser(host, { uname: 'ann@research.example' });
      await host.db
        .updateTable('user_account')
        .set({ user_email })
        .where('user_username', '=', 'ann@research.example')
        .execute();
      await host.post('account/reset', { uemail: 'ann@research.example' });
      expect(host.mails.map(({ to }) => to)).toEqual(['ann@research.example']);
    },
  );

  it('refuses a code that is made up, expired or used', async () => {
    const host = await startHost();
    await addUser(host);
    const change = (ucode: string) =>
      host.post('account/change-password', { ucode, upassword: 'a brand new password' });
    expect((await change('made-up')).message).toBe(INVALID_LINK);

    await host.post('account/reset', { uemail: 'ann@research.example' });
    const expired = mailedCode(host);
    host.clock.now = new Date(host.clock.now.getTime() + 60 * 60 * 1000);
    expect((await change(expired)).message).toBe(INVALID_LINK);

    await host.post('account/reset', { uemail: 'ann@research.example' });
    const code = mailedCode(host);
    expect((await change(code)).succeeded).toBe(true);
    expect((await change(code)).message).toBe(INVALID_LINK);
  });

  it('accepts only one of two simultaneous uses of a link', async () => {
    const host = await startHost();
    await addUser(host);
    await host.post('account/reset', { uemail: 'ann@research.example' });
    const ucode = mailedCode(host);
    const answers = await Promise.all(
      ['first new password', 'second new password'].map((upassword) =>
        host.post('account/change-password', { ucode, upassword }),
      ),
    );
    expect(answers.filter(({ succeeded }) => succeeded)).toHaveLength(1);
  });

  it('keeps the code valid when the new password is refused, and never stores the code as plain text', async () => {
    const host = await startHost();
    await addUser(host);
    await host.post('account/reset', { uemail: 'ann@research.example' });
    const ucode = mailedCode(host);
    expect(ucode.length).toBeGreaterThanOrEqual(22);
    const rows = await host.db.selectFrom('recovery_code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ucode);

    const weak = await host.post('account/change-password', {
      ucode,
      upassword: 'Example-Example',
    });
    expect(weak.message).toBe('Password must not contain your name or email address');
    const good = await host.post('account/change-password', {
      ucode,
      upassword: 'a brand new password',
    });
    expect(good.items[0]).toMatchObject({ user_username: 'ann' });
    expect((await signIn(host, 'ann', 'correct horse battery')).message).toBe(WRONG);
    expect((await signIn(host, 'ann', 'a brand new password')).succeeded).toBe(true);
  });

  it('logs a mail that could not be sent and still answers', async () => {
    const host = await startHost({ sendMail: () => Promise.reject(new Error('no mail server')) });
    await addUser(host);
    const answer = await host.post('account/reset', { uemail: 'ann@research.example' });
    expect(answer.succeeded).toBe(true);
    expect(host.errors).toHaveLength(1);
  });
});
