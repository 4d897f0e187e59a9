import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defined } from '../../shared/defined';
import { sqlOn } from '../support/database';
import { runs } from '../support/full';
import type { Call } from '../support/recording-host';
import { envelope } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { Visitor } from '../support/visitor';

// The time limit is short because the host never answers one of the attempts to sign in.
const remote = remotePanel({
  SIGN_IN_ATTEMPTS: '3',
  SESSION_RECHECK_SECONDS: '3600',
  API_TIMEOUT_MS: '4000',
});
const SECRET = '$2y$10$hash-of-somebody';

/** Unusual items of refusals: those that hosts have been seen to send, and worse. */
const ODD_ITEMS: [string, unknown][] = [
  ['a string', SECRET],
  ['an object', { user_password: SECRET }],
  ['a number', 7],
  ['true', true],
  ['a list of strings', [SECRET, SECRET]],
  ['a list of everything', [{ user_password: SECRET }, SECRET, 7, null, [SECRET]]],
  ['nested lists', [[{ user_password: SECRET }]]],
  ['an object that holds lists', { items: [{ user_password: SECRET }] }],
];

/** Returns a few cases for a daily run: unit/read-envelope tests the reader with all of them. */
const some = <T>(cases: T[]) => cases.slice(0, runs(2, cases.length));

/** Returns refusals as text, with `succeeded` before or after the items. */
function refusals(items: unknown): string[] {
  const list = JSON.stringify(items);
  return [
    `{"succeeded":false,"message":"Not like this","items":${list}}`,
    `{"items":${list},"message":"Not like this","succeeded":"0","total":-1}`,
  ];
}

function answerWith(path: string, status: number, body: string, headers = {}) {
  remote.host.on(path, (_call, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
}

async function attempt(n = 0): Promise<Visitor> {
  return new Visitor(remote.panel.url).signIn('eve@study.example', `wrong password ${n}`);
}

async function forgetAttempts() {
  await sqlOn(remote.panel.dataDir, 'delete from throttle');
}

const alert = ({ page }: Visitor) => page.getByRole('alert').textContent ?? '';

describe('a refusal with unusual items', () => {
  it.each(ODD_ITEMS)(
    'shows the words of the host at the sign-in, its items being %s',
    async (_, items) => {
      for (const body of refusals(items)) {
        await forgetAttempts();
        answerWith('login', 200, body);
        const visitor = await attempt();
        expect(alert(visitor)).toContain('Not like this');
        expect(visitor.html).not.toContain(SECRET);
      }
      expect(remote.panel.output()).not.toContain(SECRET);
    },
  );

  it.each(some(ODD_ITEMS))(
    'shows the words of the host for a list, a form, a save and a delete too, its items being %s',
    async (_, items) => {
      for (const body of refusals(items)) {
        for (const path of ['country/list', 'country/id/1']) answerWith(path, 200, body);
        const { visitor } = remote;
        expect(alert(await visitor.open('/countries'))).toContain('Not like this');
        expect(alert(await visitor.open('/country/edit/1'))).toContain('Not like this');
        answerWith('country/id/1', 200, JSON.stringify(envelope([{ country_id: 1 }])));
        answerWith('country/update', 200, body);
        answerWith('country/delete', 200, body);
        const fields = { country_name: 'Zambia', country_code: '+260', c_status: '1' };
        const post = { method: 'POST', body: new URLSearchParams(fields) };
        expect(alert(await visitor.open('/country/edit/1', post))).toContain('Not like this');
        await visitor.open('/delete/country/1', { method: 'POST', body: new URLSearchParams() });
        expect(visitor.html).toContain('Not like this');
        expect(visitor.html).not.toContain(SECRET);
      }
      expect(remote.panel.output()).not.toContain(SECRET);
    },
  );

  it('without a text as message shows a general error, and a success with such items is unreadable', async () => {
    answerWith('login', 200, '{"succeeded":false,"message":{"a":1},"items":"x"}');
    expect(alert(await attempt())).toContain('An error occured. Please try again');
    answerWith('country/list', 200, '{"succeeded":true,"items":"x"}');
    expect(alert(await remote.visitor.open('/countries'))).toContain(
      'Unable to process server response from server',
    );
  });

  it.each([400, 401, 403, 422, 429])('may come with the status %i', async (status) => {
    await forgetAttempts();
    answerWith('login', status, defined(refusals(SECRET)[0]));
    expect(alert(await attempt())).toContain('Not like this');
  });
});

describe('a failed attempt to sign in', () => {
  /** Returns whether the fourth attempt must wait, so that the three before it were counted. */
  async function counted(): Promise<boolean> {
    await forgetAttempts();
    for (const n of [1, 2, 3]) expect((await attempt(n)).status).toBe(400);
    return (await attempt(4)).status === 429;
  }

  it.each(some(ODD_ITEMS))('counts if its refusal holds %s', async (_, items) => {
    answerWith('login', 200, defined(refusals(items)[0]));
    expect(await counted()).toBe(true);
    expect(remote.host.to('login')).toHaveLength(3);
  });

  it.each([
    ['a text', 200, '"no"'],
    ['an HTML page', 200, '<!doctype html><title>Oops</title>'],
    ['nothing', 200, ''],
    ['nothing, with 204', 204, ''],
    ['an envelope cut short', 200, '{"succeeded":fal'],
    ['a success with a text for items', 200, '{"succeeded":true,"items":"x"}'],
    ['a success without a user', 200, '{"succeeded":true,"items":[]}'],
    ['a success for nobody', 200, '{"succeeded":true,"items":[{"u_status":"Active"}]}'],
    ['a redirect', 302, ''],
    ['a redirect that keeps the post', 307, ''],
    ['an HTML page of status 401', 401, '<h1>Unauthorized</h1>'],
    ['an HTML page of status 404', 404, '<h1>Not Found</h1>'],
  ])('counts if the host answers with %s', async (_, status, body) => {
    answerWith('login', status, body, status === 302 ? { location: '/elsewhere' } : {});
    expect(await counted()).toBe(true);
  });

  it.each([
    ['500', (response: ServerResponse) => void response.writeHead(500).end()],
    [
      '503 and a refusal',
      (response: ServerResponse) => void response.writeHead(503).end(refusals('x')[0]),
    ],
    ['a reset', (response: ServerResponse) => void response.destroy()],
    [
      'half an answer and a reset',
      (response: ServerResponse) => {
        response.write('{"succeeded":false,');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['silence', () => undefined],
  ])('does not count if the host answers with %s', async (_, answer) => {
    remote.host.on('login', (_call, response) => void answer(response));
    expect(await counted()).toBe(false);
  });
});

describe('a redirect of the host', () => {
  /** Starts another server, which must not get any request. */
  async function elsewhere() {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(envelope([{ country_id: 1, user_username: 'eve', u_status: 1 }])),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  const NOT_FOLLOWED = 'The API host redirected this request to another address';
  const fields = { country_name: 'Zambia', country_code: '+260', c_status: '1' };
  const save = { method: 'POST', body: new URLSearchParams(fields) };

  it.each(some([307, 302, 301, 303, 308]))('is not followed for any call: %i', async (status) => {
    const other = await elsewhere();
    await forgetAttempts();
    const sendAway = (path: string) =>
      remote.host.on(path, (call: Call, response) => {
        const location = `${other.url}/${call.path}?secret=in-the-query`;
        response.writeHead(status, { location }).end();
      });
    for (const path of [
      'login',
      'country/list',
      'country/update',
      'country/delete',
      'downloadJson',
    ])
      sendAway(path);
    const { visitor } = remote;
    const attempted = await attempt();
    expect(attempted.status).toBe(400);
    expect(alert(attempted)).toContain(NOT_FOLLOWED);
    expect(alert(await visitor.open('/countries'))).toContain(NOT_FOLLOWED);
    remote.host.on('country/id/1', () => envelope([{ country_id: 1 }]));
    expect(alert(await visitor.open('/country/edit/1', save))).toContain(NOT_FOLLOWED);
    sendAway('country/id/1');
    expect(alert(await visitor.open('/country/edit/1'))).toContain(NOT_FOLLOWED);
    await visitor.open('/delete/country/1', { method: 'POST', body: new URLSearchParams() });
    expect(visitor.html).toContain(NOT_FOLLOWED);
    remote.host.on('country/list', () => envelope([{ country_id: 1, country_name: 'Zambia' }]));
    await visitor.open('/export/countries', { method: 'POST' });
    expect(visitor.html).toContain(NOT_FOLLOWED);
    expect(other.heard).toEqual([]);
    expect(remote.panel.output()).not.toContain('in-the-query');
    expect(remote.panel.output()).toContain(other.url);
  });

  it('is not followed for uploads and push messages either, and makes the panel not ready', async () => {
    const other = await elsewhere();
    for (const path of ['upload/Facility', 'send-fcm-topic-message', 'healthz'])
      remote.host.on(path, (call: Call, response) => {
        response.writeHead(307, { location: `${other.url}/${call.path}` }).end();
      });
    const { visitor } = remote;
    await visitor.open('/facility/add');
    const picture = new File([PNG], 'a.png', { type: 'image/png' });
    await visitor.press('Save', {}, { 'Upload an image': picture });
    expect(visitor.html).toContain(NOT_FOLLOWED);

    remote.host.on('notification/update', () => envelope([{ notification_id: 5 }]));
    await visitor.open('/notification/add');
    await visitor.press('Save', {
      Type: 'Public',
      Title: 'Hello',
      Body: 'World',
      Description: 'A greeting',
    });
    expect(visitor.html).toContain(NOT_FOLLOWED);

    const ready = await fetch(`${remote.panel.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(other.heard).toEqual([]);
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
