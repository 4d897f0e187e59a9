import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../support/folders';
import { startHost } from '../../support/start-host';

describe('the first administrator', () => {
  const change = (ucode: string | undefined) => ({
    ucode: ucode ?? '',
    upassword: 'a long first secret',
  });

  it('gets a new code at every start until a password is set, and none afterwards', async () => {
    const dataDir = tempFolder();
    const lost = await startHost({ dataDir });
    await lost.close();

    const late = await startHost({ dataDir });
    late.clock.now = new Date(late.clock.now.getTime() + 24 * 60 * 60 * 1000);
    expect(
      (await late.post('account/change-password', change(late.setPasswordCode))).succeeded,
    ).toBe(false);
    await late.close();

    const host = await startHost({ dataDir, adminEmail: 'head@research.example' });
    expect(host.setPasswordCode).not.toBe(lost.setPasswordCode);
    const changed = await host.post('account/change-password', change(host.setPasswordCode));
    expect(changed.items[0]).toMatchObject({ user_username: 'admin', user_role: 1 });
    expect(
      (await host.post('login', { username: 'admin', password: 'a long first secret' })).succeeded,
    ).toBe(true);
    const byEmail = { username: 'Head@research.example', password: 'a long first secret' };
    expect((await host.post('login', byEmail)).succeeded).toBe(true);
    await host.close();

    const later = await startHost({ dataDir });
    expect(later.setPasswordCode).toBeUndefined();
    expect((await later.get('user/list')).total).toBe(1);
  });
});

describe('the access token', () => {
  it('is needed for every path of the host but files', async () => {
    const { send } = await startHost({ accessToken: 'a-long-access-token' });
    for (const authorization of ['', 'Bearer', 'Bearer wrong', 'Bearer a b', 'a-long-access-token'])
      for (const target of ['user/list', 'files', 'files/a/b', 'nothing']) {
        const response = await send(target, { headers: { authorization } });
        expect(response.status).toBe(401);
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
        expect(await response.json()).toEqual({
          succeeded: false,
          message: 'The access token is missing or wrong',
          items: [],
        });
      }
    const response = await send('user/list', {
      headers: { authorization: 'Bearer a-long-access-token' },
    });
    expect((await response.json()).succeeded).toBe(true);
    for (const method of ['POST', 'DELETE'])
      expect((await send('files/x.png', { method })).status).toBe(401);
  });

  it('is not needed to read a file, because pages show files by their addresses', async () => {
    const { host, send } = await startHost({ accessToken: 'a-long-access-token' });
    const body = new FormData();
    body.set('file', new File(['text'], 'a.txt'));
    const request = new Request('http://host.test/upload/Resource', {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer a-long-access-token' },
    });
    const { Data } = await (await host.fetch(request)).json();
    const file = await send(Data.slice(1));
    expect([file.status, await file.text()]).toEqual([200, 'text']);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await send(`files/${'0'.repeat(32)}.png`)).status).toBe(404);
    expect((await send('files/..%2Fstudy.sqlite')).status).toBe(404);
  });
});

describe('an unexpected error', () => {
  it('is logged, and the answer gives no details', async () => {
    const { db, send, errors } = await startHost();
    await db.schema.alterTable('color').renameTo('lost').execute();
    const answer = await send('color/list');
    // Not as a refusal, from which a caller would conclude that there are no colors.
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      succeeded: false,
      message: 'The request could not be processed',
      items: [],
    });
    expect(String(errors[0])).toMatch(/no such table|does not exist/);
    await db.schema.alterTable('lost').renameTo('color').execute();
  });

  it('is not caused by an unknown path', async () => {
    const { send, errors } = await startHost();
    for (const target of ['nothing', 'user', '%E0%A4%A', 'user/id/%E0%A4%A', '../../etc/passwd']) {
      const body = await (await send(target)).json();
      expect(body.succeeded).toBe(false);
    }
    expect(errors).toEqual([]);
  });
});
