import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel } from '../support/embedded';
import type { Visitor } from '../support/visitor';

const demo = demoPanel({ REQUIRE_SECOND_FACTOR: 'administrators' });
const { username, password } = demoSignIns.administrator;
const getPath = ({ url }: Visitor) => new URL(url).pathname;
const makeCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
/** Simulates that the last code was accepted long ago. */
const forgetStep = () => demo.sql('update second_factor set last_step = 0');
const listCodes = (visitor: Visitor) =>
  visitor.page
    .getAllByRole('listitem')
    .flatMap(({ textContent }) =>
      /^([a-z\d]{4}-){5}[a-z\d]{4}$/.test(textContent ?? '') ? [textContent ?? ''] : [],
    );

describe('a second factor that administrators must have', () => {
  it('is required, set up, asked for, and can be replaced by a recovery code once', async () => {
    const first = await demo.signedIn();
    expect(getPath(first)).toBe('/profile/second-factor');
    expect(getPath(await first.open('/users'))).toBe('/profile/second-factor');
    expect(first.page.queryByRole('link', { name: 'Users' })).toBeNull();
    await first.press('Set up a second factor', { 'Your password': 'wrong' });
    expect(first.page.getByRole('alert').textContent).toContain('The password is incorrect');
    await first.press('Set up a second factor', { 'Your password': password });
    expect(first.page.getByRole('img', { name: /QR code/ })).toBeDefined();
    const secret = (first.document.querySelector('code')?.textContent ?? '').replaceAll(' ', '');
    const code = makeCode(secret);
    await first.press('Turn on', { Code: code });
    const codes = listCodes(first);
    expect(codes).toHaveLength(10);
    expect(listCodes(await first.open('/profile/second-factor/codes'))).toEqual([]);
    expect(getPath(await first.open('/users'))).toBe('/users');

    const second = await demo.stranger().signIn(username, password);
    expect(getPath(second)).toBe('/login/code');
    expect(getPath(await second.open('/users'))).toBe('/login');
    await second.open('/login/code');
    // The code with which the second factor was set up.
    await second.press('Continue', { Code: code });
    expect([second.status, getPath(second)]).toEqual([400, '/login/code']);
    await second.press('Continue', { Code: codes[0] ?? '' });
    expect(getPath(second)).toBe('/home');

    const third = await demo.stranger().signIn(username, password);
    await third.press('Continue', { Code: codes[0] ?? '' });
    expect(third.status).toBe(400);
    await forgetStep();
    await third.press('Continue', { Code: makeCode(secret) });
    expect(getPath(third)).toBe('/home');

    // Eleven minutes later, a change of a role asks for a code, and keeps what was typed.
    await demo.sql(`update session set data = replace(data, '"provenAt":', '"former":')`);
    await third.open('/user/edit/2');
    await third.press('Save', { 'First name': 'Changed', Role: 'Administrator' });
    expect(third.status).toBe(400);
    expect(third.shownValue('First name')).toBe('Changed');
    expect(third.page.getByRole('alert').textContent).toContain('Enter a code');
    await third.press('Save', { 'Code of your': '000000' });
    expect(third.status).toBe(400);
    await forgetStep();
    await third.press('Save', { 'Code of your': makeCode(secret, -1) });
    expect(third.status).toBe(200);
    expect(third.page.getByRole('status').textContent).toContain('successfully saved');
    const [row] = await demo.sql('select user_role from user_account where user_id = 2');
    expect(row).toMatchObject({ user_role: 1 });
  });
});
