import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, it } from 'vitest';
import type { PasskeyQuestion } from '~/lib/core/form/passkey-question';
import { envelope, refusal } from '../support/recording-host';
import { ann, remotePanel } from '../support/remote';
import { SoftwareAuthenticator } from '../support/software-authenticator';
import { Visitor } from '../support/visitor';

const ORIGIN = 'http://localhost:3000';
const PATH = '/profile/second-factor';
const PASSWORD = 'a long enough password';
const remote = remotePanel({ PUBLIC_URL: ORIGIN });
const getPath = ({ url }: Visitor) => new URL(url).pathname;
const signIn = () => new Visitor(remote.panel.url).signIn(ann.user_email, PASSWORD);

afterEach(async () => void (await remote.sql('delete from second_factor')));

/** Sets up an authenticator app. Returns the codes that it shows, and the recovery codes. */
async function setUpApp() {
  const { visitor } = remote;
  await visitor.open(PATH);
  await visitor.press('Set up a second factor', { 'Your password': PASSWORD });
  const secret = (visitor.document.querySelector('code')?.textContent ?? '').replaceAll(' ', '');
  const makeCode = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + steps * 30_000,
    });
  await visitor.press('Turn on', { Code: makeCode() });
  const recoveryCodes = [...visitor.document.querySelectorAll('li code')].map(
    ({ textContent }) => textContent ?? '',
  );
  await remote.sql('update second_factor set last_step = 0');
  return { makeCode, recoveryCodes };
}

/** Builds the question of the newest challenge, which script gets with the page. */
async function readQuestion(kind: PasskeyQuestion['kind']): Promise<PasskeyQuestion> {
  const [row] = (await remote.sql(
    'select challenge from passkey_challenge order by created_at desc limit 1',
  )) as { challenge: string }[];
  const options = { challenge: row?.challenge ?? '', rpId: 'localhost', rp: { id: 'localhost' } };
  return { kind, origin: ORIGIN, options } as PasskeyQuestion;
}

/** Adds a passkey, as script does. */
async function addPasskey(): Promise<SoftwareAuthenticator> {
  const { visitor } = remote;
  const authenticator = new SoftwareAuthenticator();
  await visitor.open(`${PATH}?add=passkey`);
  await visitor.press('Continue', { 'Name of the passkey': 'Office laptop' });
  const body = new URLSearchParams({
    intent: 'add-passkey',
    credential: authenticator.create(await readQuestion('add')),
  });
  await visitor.open(PATH, { method: 'POST', body });
  expect(visitor.document.body.textContent).toContain('These are your recovery codes');
  return authenticator;
}

async function sendCode(visitor: Visitor, code: string): Promise<Visitor> {
  return visitor.open('/login/code', { method: 'POST', body: new URLSearchParams({ code }) });
}

it('a second factor is asked for after the password that the host has checked, and the host never gets it', async () => {
  const { makeCode, recoveryCodes } = await setUpApp();
  remote.host.on('login', () => refusal('Unknown user'));
  expect(getPath(await signIn())).toBe('/login');
  remote.host.on('login', () => envelope([ann]));
  const visitor = await signIn();
  expect(getPath(visitor)).toBe('/login/code');
  expect((await visitor.press('Continue', { Code: '000000' })).status).toBe(400);
  await visitor.press('Continue', { Code: makeCode(1) });
  expect(getPath(visitor)).toBe('/home');
  const other = await signIn();
  await other.press('Continue', { Code: recoveryCodes[0] ?? '' });
  expect(getPath(other)).toBe('/home');
  const sent = JSON.stringify(remote.host.calls);
  for (const secret of [makeCode(1), '000000', recoveryCodes[0] ?? 'none'])
    expect(sent).not.toContain(secret);
});

it('it belongs to the id of the user, so that a new user with an old name has none', async () => {
  await setUpApp();
  remote.host.on('login', () => envelope([{ ...ann, user_id: '8' }]));
  expect(getPath(await signIn())).toBe('/home');
  remote.host.on('login', () => envelope([{ ...ann, user_username: 'ann.banda' }]));
  expect(getPath(await signIn())).toBe('/login/code');
});

it('without script, the pages of a passkey say that the app and recovery codes work', async () => {
  const note = 'An authenticator app and recovery codes work without it';
  await addPasskey();
  const visitor = await signIn();
  expect(visitor.document.body.textContent).toContain(note);
  expect(visitor.page.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  await remote.visitor.open(`${PATH}?add=passkey`);
  expect(remote.visitor.document.body.textContent).toContain('Where script is off, use an');
  await remote.visitor.press('Continue', { 'Name of the passkey': 'Key ring' });
  expect(remote.visitor.document.body.textContent).toContain(note);
});

it('a passkey signs in once for each question, and not for another user of the host', async () => {
  const authenticator = await addPasskey();
  const visitor = await signIn();
  const answer = authenticator.prove(await readQuestion('prove'));
  expect((await sendCode(visitor, answer.replace('"signature":"', '"signature":"AA'))).status).toBe(
    400,
  );
  expect((await sendCode(visitor, answer)).status).toBe(400);
  await visitor.open('/login/code');
  await sendCode(visitor, authenticator.prove(await readQuestion('prove')));
  expect(getPath(visitor)).toBe('/home');
  remote.host.on('login', () => envelope([{ ...ann, user_id: '8' }]));
  expect(getPath(await signIn())).toBe('/home');
  const [row] = (await remote.sql('select counter, used_at from passkey')) as {
    counter: number | string;
    used_at: number | string;
  }[];
  expect([Number(row?.counter), Number(row?.used_at) > 0]).toEqual([authenticator.counter, true]);
});

it('a passkey is the proof before a passkey is removed, and removing the last one turns the second factor off', async () => {
  const authenticator = await addPasskey();
  const { visitor } = remote;
  await remote.sql(`update session set data = replace(data, '"provenAt":', '"former":')`);
  const [row] = (await remote.sql('select id from passkey')) as { id: string }[];
  await visitor.open(`${PATH}?remove=${row?.id}`);
  await visitor.press('Remove the passkey');
  expect([visitor.status, visitor.page.getByRole('alert').textContent]).toEqual([
    400,
    expect.stringContaining('Use your passkey, or enter a recovery code'),
  ]);
  await visitor.press('Remove the passkey', { 'Recovery code': PASSWORD });
  expect(visitor.status).toBe(400);
  const proof = authenticator.prove(await readQuestion('prove'));
  await visitor.press('Remove the passkey', { 'Recovery code': proof });
  expect(await remote.sql('select * from second_factor')).toEqual([]);
  expect(await remote.sql('select * from second_factor_code')).toEqual([]);
  expect(getPath(await signIn())).toBe('/home');
});
