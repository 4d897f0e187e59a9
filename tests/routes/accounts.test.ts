import { describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import type { Visitor } from '../support/visitor';

const demo = demoPanel({ MESSENGER_APP_URL: 'https://apps.example/messenger' });
const known = demoSignIns.administrator.username;
const GOOD = 'maize lantern otter';

async function signUp(email: string, password = GOOD, confirmation = password) {
  const visitor = await demo.stranger().open('/create-account');
  return visitor.press('Create account', {
    Email: email,
    Password: password,
    'Confirm password': confirmation,
  });
}

async function askReset(email: string): Promise<Visitor> {
  const visitor = await demo.stranger().open('/reset-password');
  return visitor.press('Send the link', { Email: email });
}

async function readMailedPath(): Promise<string> {
  await expect.poll(() => demo.mails().at(-1) ?? '').toContain('/change-password/');
  return /\/change-password\/\S+/.exec(demo.mails().at(-1) ?? '')?.[0] ?? '';
}

const listLinks = ({ page }: Visitor) => page.getAllByRole('link').map((link) => link.textContent);

describe('creating an account', () => {
  it('says what is missing or wrong, at the fields and in the summary', async () => {
    expect(listLinks(await signUp('', ''))).toEqual(
      expect.arrayContaining([
        'Email is required',
        'Password is required',
        'Enter the password again',
      ]),
    );
    expect(listLinks(await signUp('ann'))).toContain('Email is invalid');
    expect(listLinks(await signUp('eve@research.example', GOOD, 'something else'))).toContain(
      'Passwords do not match',
    );
    expect(listLinks(await signUp('eve@research.example', 'short'))).toContain(
      'Password must be 12 characters or more',
    );
    // Seven characters, although they take fourteen units of UTF-16.
    expect(listLinks(await signUp('eve@research.example', '🦦🌽🏮🐐🚌🦓🐘'))).toContain(
      'Password must be 12 characters or more',
    );
    const common = await signUp('eve@research.example', 'password1234');
    expect(common.status).toBe(400);
    expect(common.html).toContain('Password is easy to guess.');
    expect(listLinks(await signUp('evelina@research.example', 'evelina and the sea'))).toContain(
      'Password must not contain your name or email address',
    );
  });

  it('keeps the address and never sends a password back', async () => {
    const visitor = await signUp('eve@research.example', 'a secret of mine', 'another');
    expect(visitor.page.getByLabelText('Email')).toHaveProperty('value', 'eve@research.example');
    expect(visitor.html).not.toContain('a secret of mine');
  });

  it('ASVS 6.2.6, 6.2.7: masks the password and lets password managers create and store it', async () => {
    const visitor = await demo.stranger().open('/create-account');
    for (const label of ['Password', 'Confirm password']) {
      const input = visitor.page.getByLabelText(new RegExp(`^${label}`));
      expect(input.getAttribute('type')).toBe('password');
      expect(input.getAttribute('autocomplete')).toBe('new-password');
      expect(input.getAttribute('onpaste')).toBeNull();
    }
    expect(visitor.page.getByLabelText('Email').getAttribute('autocomplete')).toBe('username');
  });

  it('ASVS 6.3.8: gives the same answer whether the address is known or not', async () => {
    const [first, second] = [await signUp(known), await signUp('new.person@research.example')];
    expect(first.url).toBe(second.url);
    expect(first.document.body.textContent).toBe(second.document.body.textContent);
    // The sign-up has not changed the password of the known account.
    expect((await demo.signedIn()).url).toMatch(/\/home$/);
  });

  it('counts a character that takes two units of UTF-16 as one, up to 128 characters', async () => {
    const phrase = '🦦🌽🏮🐐🚌🦓🐘🐍🐊🐦'.repeat(7);
    expect((await signUp('long@research.example', phrase)).url).toMatch(/\?received$/);
    expect(listLinks(await signUp('longer@research.example', phrase.repeat(2)))).toContain(
      'Password must be 128 characters or fewer',
    );
  });

  it('starts the history of the user, to which the audit entry leads', async () => {
    await signUp('history@research.example');
    const admin = await demo.signedIn();
    await admin.open('/audit?audit_action=Sign-up&audit_username=history%40research.example');
    const entry = admin.page.getByRole('link', { name: /^Added user \d+ by a sign-up from / });
    await admin.open(entry.getAttribute('href') ?? '');
    const rows = [...admin.document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    for (const value of [
      /Add.*Username.*history@research/,
      /Add.*Email.*history@/,
      /Role.*Researcher/,
      /Status.*Disabled/,
    ])
      expect(rows).toContainEqual(expect.stringMatching(value));
    for (const secret of [GOOD, '$argon2']) expect(admin.html).not.toContain(secret);
    await admin.open(
      admin.page.getAllByRole('link', { name: 'Take back' })[0]?.getAttribute('href') ?? '',
    );
    await admin.press('Take back this change');
    expect(admin.document.body.textContent).toMatch(/Delete/);
    await admin.open('/users?user_username=history%40research.example');
    expect(admin.page.queryByRole('link', { name: /^history@/ })).toBeNull();
  });

  it('makes the person wait for an administrator, who sees and activates the account', async () => {
    await signUp('wanjiku@research.example');
    const early = await demo.stranger().signIn('wanjiku@research.example', GOOD);
    expect(early.page.getByRole('alert').textContent).toContain('The account is not active');

    const admin = await (await demo.signedIn()).open('/users?user_username=wanjiku');
    expect(admin.page.getAllByText('Waiting').length).toBeGreaterThan(0);
    await admin.open(admin.page.getByRole('link', { name: /^wanjiku/ }).getAttribute('href') ?? '');
    await admin.press('Save', { 'First name': 'Wanjiku', 'Last name': 'Otieno', Status: 'Active' });
    await admin.open('/users?user_username=wanjiku');
    expect(admin.page.queryByText('Waiting')).toBeNull();

    const later = await demo.stranger().signIn('wanjiku@research.example', GOOD);
    expect(later.url).toMatch(/\/home$/);
  });
});

describe('resetting a password', () => {
  it('says what is missing or wrong', async () => {
    expect(listLinks(await askReset(''))).toContain('Email is required');
    expect(listLinks(await askReset('ann'))).toContain('Email is invalid');
  });

  it('ASVS 6.3.8: gives the same answer, after at least 800 ms, whether the address is known or not', async () => {
    const timed = async (email: string) => {
      const start = Date.now();
      const { url, document } = await askReset(email);
      return { url, text: document.body.textContent, ms: Date.now() - start };
    };
    const [a, b] = [await timed(known), await timed('nobody@research.example')];
    expect({ url: a.url, text: a.text }).toEqual({ url: b.url, text: b.text });
    expect(a.text).toContain("We've sent a link to reset your password. Check your inbox.");
    for (const { ms } of [a, b]) expect(ms).toBeGreaterThanOrEqual(800);
  });

  it('leads on to the sign-in without script, by a header and a link', async () => {
    const response = await demo.stranger().request('/reset-password?sent');
    expect(response.headers.get('refresh')).toBe('3; url=/login');
    const visitor = await askReset(known);
    expect(visitor.page.getByRole('link', { name: 'Go to the sign-in' }).getAttribute('href')).toBe(
      '/login',
    );
  });

  it('sets a new password with the mailed link, once, and ends the old sessions', async () => {
    const researcher = demoSignIns.researcher.username;
    const before = await demo.signedIn('researcher');
    await askReset(researcher);
    const link = await readMailedPath();
    const fill = async (password: string, confirmation = password) => {
      const visitor = await demo.stranger().open(link);
      return visitor.press('Set password', {
        'New password': password,
        'Confirm password': confirmation,
      });
    };
    expect(listLinks(await fill(''))).toEqual(
      expect.arrayContaining(['Enter a new password', 'Enter the password again']),
    );
    expect(listLinks(await fill(GOOD, 'something else'))).toContain('Passwords do not match');
    expect((await fill('lungile-testwe-lungile')).html).toContain(
      'Password must not contain your name or email address',
    );
    const done = await fill(GOOD);
    expect(done.url).toMatch(/\/login$/);
    expect(done.page.getByRole('status').textContent).toContain('successfully saved');

    // The link is refused before a password is typed.
    const used = await demo.stranger().open(link);
    expect(used.status).toBe(404);
    expect(used.html).toContain('has expired or has been used already');
    expect(used.page.queryByLabelText('New password')).toBeNull();
    await used.open(
      used.page.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href') ?? '',
    );
    expect(used.url).toMatch(/\/reset-password$/);
    expect((await before.open('/users')).url).toContain('/login');
    expect((await demo.stranger().signIn(researcher, GOOD)).url).toMatch(/\/home$/);
  });
});

describe('the screens of signed-out users', () => {
  it('lead from the sign-in to sign-up, reset and download, and back', async () => {
    const login = await demo.stranger().open('/login');
    const hrefs = login.page.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(
      expect.arrayContaining(['/create-account', '/reset-password', '/download']),
    );
    for (const path of ['/create-account', '/reset-password', '/download'])
      expect(
        (await demo.stranger().open(path)).page
          .getAllByRole('link')
          .some((link) => link.getAttribute('href') === '/login'),
      ).toBe(true);
  });

  it('offer the app whose address is set, and say that the other app is not set up', async () => {
    const { page } = await demo.stranger().open('/download');
    expect(page.getByRole('link', { name: /Download the messenger/ }).getAttribute('href')).toBe(
      'https://apps.example/messenger',
    );
    expect(page.getByText(/For peer navigators only/)).toBeTruthy();
    expect(page.getByText(/has not been set up here yet/)).toBeTruthy();
    expect(page.queryByRole('link', { name: /Download the main app/ })).toBeNull();
  });

  it('lead a user who is already signed in to the home page', async () => {
    const visitor = await demo.signedIn();
    for (const path of ['/create-account', '/reset-password', '/download', '/change-password/x'])
      expect((await visitor.open(path)).url).toMatch(/\/home$/);
  });
});
