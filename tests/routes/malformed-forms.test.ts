import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { png } from '../support/files';
import { signedOutScreens } from '../support/panel-screens';
import { postRequest, sendRaw } from '../support/raw-request';

const demo = demoPanel();
const uploadPath = '/upload/facility/facility_thumbnailUrl';
const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };

async function expectAlive() {
  const answer = await fetch(`${demo.panel.url}/healthz`);
  expect(answer.status).toBe(200);
  expect(() => process.kill(demo.panel.pid, 0)).not.toThrow();
}

function part(headers: string, content: string) {
  return `--b\r\n${headers}\r\n\r\n${content}\r\n`;
}

async function post(
  path: string,
  body: Buffer | string,
  headers: Record<string, string>,
  abortAfter?: number,
) {
  const answer = await sendRaw(demo.panel.url, postRequest(path, body, headers), { abortAfter });
  await expectAlive();
  return answer;
}

describe('a malformed multipart form', () => {
  it.each([
    ['no name', 'Content-Disposition: form-data'],
    ['an empty name', 'Content-Disposition: form-data; name=""'],
    ['a name in no known charset', "Content-Disposition: form-data; name*=utf-7''%ff%fe"],
  ])('is refused when a part has %s', async (_what, header) => {
    const body = `${part(header, 'x')}--b--\r\n`;
    expect((await post('/login', body, multipart)).status).toBe(400);
    const cookie = { Cookie: (await demo.signedIn()).cookieHeader };
    for (const path of ['/country/add', '/facility/add', '/import', uploadPath])
      expect((await post(path, body, { ...multipart, ...cookie })).status).toBe(400);
  });

  it('is read as UTF-8 when a part names an unknown charset', async () => {
    const header = 'Content-Disposition: form-data; name="email"\r\nContent-Type: text/plain';
    const body = `${part(`${header}; charset=utf-7`, 'a+AGE-b')}--b--\r\n`;
    const answer = await post('/login', body, multipart);
    expect(answer.body.toString()).toContain('Email is invalid');
  });

  it('ends only its own request, not the server, when it breaks off while a file is discarded', async () => {
    const start = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(start), png, Buffer.alloc(300_000)]);
    const expired = (await demo.signedIn()).cookieHeader;
    await demo.sql('update session set seen_at = seen_at - 86400000');
    const signedIn = (await demo.signedIn()).cookieHeader;
    for (const cookie of ['', expired, signedIn])
      for (const path of ['/login', '/facility/add', '/country/add', '/import', uploadPath]) {
        const headers = { ...multipart, Cookie: cookie };
        // This body has no final boundary. The requests below also close the connection early.
        expect([302, 400]).toContain((await post(path, body, headers)).status);
        const whole = postRequest(path, body, headers).length;
        for (const abortAfter of [whole - body.length + 20, whole - 200_000])
          await post(path, body, headers, abortAfter);
      }
  });

  it('is refused when it has several files for one input, because only the user can choose one', async () => {
    const visitor = await demo.signedIn();
    const file = (name: string) => new File([new Uint8Array(png)], name, { type: 'image/png' });
    const body = new FormData();
    for (const name of ['one.png', 'two.png', 'three.png']) body.append('file', file(name));
    const answer = await visitor.request(uploadPath, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Choose only one file');
    const kept = await demo.sql(
      "select upload_name from upload where upload_name in ('two.png', 'three.png')",
    );
    expect(kept).toEqual([]);
  });
});

describe('a forged form', () => {
  it.each(signedOutScreens)(
    'comes back from %s without undeclared fields, even if their names have list indexes',
    async (path) => {
      const usual = (await post(path, 'email=x', urlEncoded)).body.length;
      const body = `email=x&${Array.from({ length: 800 }, (_, n) => `a${n}[999]=1`).join('&')}`;
      const answer = await post(path, body, urlEncoded);
      expect(answer.status).toBe(400);
      expect(Math.abs(answer.body.length - usual)).toBeLessThan(100);
      const many = `email=x&${Array.from({ length: 60_000 }, (_, n) => `a${n}[999]=1`).join('&')}`;
      const refused = await post(path, many, urlEncoded);
      expect(refused.status).toBe(400);
      expect(refused.body.toString()).toContain('Forms can hold up to 900 fields.');
    },
  );

  it('makes no list longer than the rows that were sent', async () => {
    const headers = { ...urlEncoded, Cookie: (await demo.signedIn()).cookieHeader };
    const usual = await post('/quiz/add', 'quiz_question=q', headers);
    expect(usual.body.toString()).toMatch(/>q<\/textarea>/);
    const limit = 'Forms can hold up to 200 rows.';
    for (const [field, message] of [
      ['quiz_options[999].answer=1', limit],
      ['quiz_options[199].answer=1', 'The form could not be read.'],
    ]) {
      const answer = await post('/quiz/add', `quiz_question=q&${field}`, headers);
      expect(answer.status).toBe(400);
      expect(answer.body.toString()).toContain(message);
      expect(answer.body.length).toBeLessThan(64 * 1024);
    }
    const dropped = await post('/quiz/add', 'quiz_question=q&quiz_options[999]=1', headers);
    expect(Math.abs(dropped.body.length - usual.body.length)).toBeLessThan(100);
  });

  it('is refused when it has a text in place of a list of rows', async () => {
    const headers = { ...urlEncoded, Cookie: (await demo.signedIn()).cookieHeader };
    for (const path of ['/quiz/add', '/quiz/edit/1']) {
      const answer = await post(path, 'quiz_question=q&quiz_options=text', headers);
      expect(answer.status).toBe(400);
      expect(answer.body.toString()).toContain('The form could not be read.');
    }
  });

  it('does not insert rows for a forged button that the form does not have', async () => {
    const headers = { ...urlEncoded, Cookie: (await demo.signedIn()).cookieHeader };
    const payload = { name: 'quiz_options', defaultValue: { evil: 'x'.repeat(1_000) } };
    const intent = encodeURIComponent(JSON.stringify({ type: 'insert', payload }));
    const answer = await post('/quiz/add', `quiz_question=q&__intent__=${intent}`, headers);
    expect(answer.status).toBe(400);
    expect(answer.body.toString()).not.toContain('evil');
  });
});
