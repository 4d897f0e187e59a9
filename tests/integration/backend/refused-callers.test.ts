import { describe, expect, it } from 'vitest';
import { addUser, ann, startHost, type TestHost } from '../../support/start-host';

const accessToken = 'a-long-access-token';
const authorization = `Bearer ${accessToken}`;
const MINUTE = 60_000;

/** Posts a form to the host from an address. */
async function post(
  { host }: TestHost,
  target: string,
  fields: Record<string, string>,
  { address = '192.0.2.1', headers = {} }: { address?: string; headers?: HeadersInit } = {},
) {
  const body = new URLSearchParams(fields);
  const init = { method: 'POST', body, headers: { authorization, ...headers } };
  return host.fetch(new Request(`http://host.test/${target}`, init), { address });
}

/** Requests the list of countries with a wrong token. */
function refuse({ host }: TestHost, address: string) {
  const headers = { authorization: 'Bearer a-guessed-access-token' };
  return host.fetch(new Request('http://host.test/country/list', { headers }), { address });
}

/** Returns the user, the action and the description of each audit entry, the oldest first. */
async function readEntries({ db }: TestHost) {
  const rows = await db.selectFrom('audit_entry').selectAll().orderBy('audit_id').execute();
  return rows.map((row) =>
    [row.audit_username, row.audit_action, row.audit_description].join(': '),
  );
}

/** Starts a host in whose database the user ann exists. */
async function start() {
  const first = await startHost();
  await addUser(first);
  await first.close();
  return startHost({ dataDir: first.dataDir, accessToken, signInAttempts: 3 });
}

const signIn = (username: string, password = 'wrong') => ({ username, password });

describe('a host that others call over HTTP enters in its audit log', () => {
  it('a refused token at once, and the number of further ones when it stops', async () => {
    const host = await start();
    expect((await refuse(host, '192.0.2.7')).status).toBe(401);
    await expect
      .poll(() => readEntries(host))
      .toEqual(['unknown account: Refused: missing or wrong access token from 192.0.2.7']);
    for (let n = 0; n < 4; n++) await refuse(host, '192.0.2.7');
    expect(await readEntries(host)).toHaveLength(1);
    host.clock.now = new Date(host.clock.now.getTime() + 5 * MINUTE);
    await host.close();
    const later = await startHost({ dataDir: host.dataDir });
    expect((await readEntries(later)).slice(1)).toEqual([
      'unknown account: Refused: missing or wrong access token from 192.0.2.7: 4 more between 01 March 2026 14:30 and 14:35',
    ]);
  });

  it('failed sign-ins and lock-outs, without text that is not the name of an account', async () => {
    const host = await start();
    for (let n = 0; n < 4; n++) await post(host, 'login', signIn('ANN'));
    await post(host, 'login', signIn('my.secret.phrase'));
    await post(host, 'account/change-own-password', {
      uusername: 'eve',
      ucurrent: 'wrong',
      upassword: 'maize lantern otter',
    });
    await expect
      .poll(() => readEntries(host))
      .toEqual([
        'ann: Failed sign-in: failed sign-in from 192.0.2.1',
        'ann: Lock-out: Sign-ins to the account wait after too many failed attempts from 192.0.2.1',
        'unknown account: Failed sign-in: failed sign-in from 192.0.2.1',
        'unknown account: Failed sign-in: wrong current password from 192.0.2.1',
      ]);
  });

  it('only the lock-outs of callers that enter failed sign-ins in a log of their own', async () => {
    const host = await start();
    const headers = { 'x-audit-entries': 'caller' };
    for (let n = 0; n < 4; n++) await post(host, 'login', signIn('eve'), { headers });
    await expect
      .poll(() => readEntries(host))
      .toEqual([
        'unknown account: Lock-out: Sign-ins to the account wait after too many failed attempts from 192.0.2.1',
      ]);
  });

  it('refused changes of users', async () => {
    const host = await startHost({ accessToken, researchersManageUsers: false });
    await post(host, 'user/update', { ...ann, user: 'my.secret.phrase' });
    await expect
      .poll(() => readEntries(host))
      .toEqual([
        'unknown account: Refused: Only administrators can add, change or delete users here: user/update from 192.0.2.1',
      ]);
  });

  it('the number of further events after 15 minutes', async () => {
    const host = await start();
    for (let n = 0; n < 3; n++) await refuse(host, '192.0.2.7');
    host.clock.now = new Date(host.clock.now.getTime() + 15 * MINUTE);
    await expect
      .poll(() => readEntries(host))
      .toEqual([
        'unknown account: Refused: missing or wrong access token from 192.0.2.7',
        'unknown account: Refused: missing or wrong access token from 192.0.2.7: 2 more between 01 March 2026 14:30 and 14:45',
      ]);
  });

  it('a bounded number of events, however many addresses they come from', async () => {
    const host = await start();
    for (let n = 0; n < 300; n++) await refuse(host, `198.51.${n >> 8}.${n & 255}`);
    await host.close();
    const later = await startHost({ dataDir: host.dataDir });
    const entries = await readEntries(later);
    expect(entries).toHaveLength(202);
    expect(entries.at(-1)).toBe(
      'several accounts: Refused: missing or wrong access token from several addresses: 99 more between 01 March 2026 14:30 and 14:30',
    );
  });
});

it('a host in the process of a panel enters no failed sign-ins, because the panel enters them', async () => {
  const host = await startHost({ signInAttempts: 1 });
  await host.post('login', signIn('eve'));
  expect((await host.postRaw('login', signIn('eve'))).status).toBe(429);
  expect(await readEntries(host)).toEqual([]);
});
