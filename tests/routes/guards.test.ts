import { connect } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningPanel, startPanel } from '../support/panel';
import { sendRaw } from '../support/raw-request';

/** Matches the routes that need no sign-in. */
const OPEN = /^(_signed-out\+|(healthz|readyz)$)/;

let panel: RunningPanel;
let routes: { id: string; address: string; hasLoader: boolean; hasAction: boolean }[];

beforeAll(async () => {
  panel = await startPanel({ DEMO_DATA: 'on', LOG_LEVEL: 'error' });
  routes = (await readRoutes()).filter(({ id }) => !OPEN.test(id));
});
afterAll(() => panel.stop());

/** Returns the routes of the build, each with an address that it matches. */
async function readRoutes() {
  // The build opens its databases when it is loaded, so it gets a separate folder.
  process.env.DATA_DIR = path.join(panel.dataDir, 'routes');
  process.env.NODE_ENV = 'production';
  const file = path.resolve(import.meta.dirname, '../../build/server/index.js');
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  const found = Object.values(build.routes).flatMap((route) => {
    if (!route?.path || route.id === 'root') return [];
    const address = route.path
      .split('/')
      .map((part) => (part.startsWith(':') ? '1' : part === '*' ? 'no-such-thing' : part))
      .join('/');
    return [
      {
        id: route.id.replace('routes/', ''),
        address: `/${address}`,
        hasLoader: Boolean(route.module.loader),
        hasAction: Boolean(route.module.action),
      },
    ];
  });
  await (build.entry.module as { stop?: () => Promise<void> }).stop?.();
  return found;
}

function ask(address: string, init: RequestInit = {}) {
  return fetch(panel.url + address, { redirect: 'manual', ...init });
}

const post: RequestInit = { method: 'POST', body: new URLSearchParams({ uid: '1' }) };

describe('without a session', () => {
  it('finds the routes of the product in the build', () => {
    expect(routes.length).toBeGreaterThan(35);
    expect(routes.filter(({ hasLoader }) => !hasLoader)).toEqual([]);
  });

  it('every page only redirects to the sign-in', async () => {
    for (const { id, address } of routes) {
      const response = await ask(address);
      expect(response.status, id).toBe(302);
      expect(response.headers.get('location'), id).toMatch(/^\/login(\?to=|$)/);
      expect(await response.text(), id).toBe('');
    }
  });

  it('every loader called alone answers with the redirect and no data', async () => {
    for (const { id, address } of routes) {
      const response = await ask(`${address}.data?_routes=${encodeURIComponent(`routes/${id}`)}`);
      expect(response.status, id).toBe(202);
      const text = await response.text();
      expect(text, id).toContain('/login');
      expect(text.length, id).toBeLessThan(300);
    }
  });

  it('every action leads to the sign-in, and routes without an action answer 405', async () => {
    for (const { id, address, hasAction } of routes) {
      const response = await ask(address, post);
      const called = await ask(`${address}.data`, post);
      if (hasAction) {
        expect(response.headers.get('location'), id).toBe('/login');
        expect(await called.text(), id).toContain('/login');
      } else {
        // The route has no action. The answer is an error page without the content of the route.
        expect(response.status, id).toBe(405);
        expect(await response.text(), id).toContain('This page does not accept forms.');
        expect(called.status, id).toBe(405);
      }
    }
  });
});

describe('an unusual request', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['an opaque origin', { origin: 'null' }],
  ])('from %s is refused with a sentence', async (_from, headers) => {
    for (const address of ['/login', '/logout', '/country/add', '/home']) {
      const response = await ask(address, { ...post, headers });
      expect(response.status).toBe(403);
      expect(await response.text()).toBe(
        'This form was sent from another site and has not been processed.',
      );
    }
  });

  it('with an opaque origin is read if the browser says that it comes from the same origin', async () => {
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    const response = await ask('/login', { ...post, headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Email is required');
  });

  it('of another method is not allowed', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await ask('/users', { method });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
    }
  });

  it.each([
    ['OPTIONS *', 405],
    ['GET *', 400],
    ['GET *:99999999/.', 400],
    ['GET *%/%2e', 400],
    ['GET http://panel:99999999/.', 400],
    ['GET http://elsewhere.example/users', 400],
    ['GET http://[::x/', 400],
    ['GET http://a b/', 400],
    ['POST https://%00/', 400],
  ])('for a target that is no path, such as %s, does not stop the server', async (line, status) => {
    const { port } = new URL(panel.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('data', (data) => resolve(data.toString()));
      socket.write(`${line} HTTP/1.1\r\nHost: panel\r\nConnection: close\r\n\r\n`);
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).not.toMatch(/<|\n\s+at /);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it.each([
    'Host: a b',
    'Host: [::1',
    'Host: panel:99999',
    'Host: %00',
    'Host: 1.2.3.4.5',
    'Host: panel\r\nX-Forwarded-Host: a b',
  ])('with a header that names no valid host, such as %j, is refused', async (header) => {
    for (const line of ['GET /login', 'POST /login']) {
      const bytes = Buffer.from(
        `${line} HTTP/1.1\r\n${header}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
      const answer = await sendRaw(panel.url, bytes);
      expect(answer.status).toBe(400);
      expect(answer.body.toString()).toBe('This request could not be read. Nothing was saved.');
    }
  });

  it('is read when several proxies list host names in X-Forwarded-Host', async () => {
    const response = await ask('/login', {
      headers: { 'x-forwarded-host': 'panel.example:8443, inner' },
    });
    expect(response.status).toBe(200);
  });

  it('to an address that cannot be decoded gets a sentence and no stack trace', async () => {
    for (const path of ['/%E0%A4%A', '/users/%E0%A4%A']) {
      const response = await ask(path);
      expect(response.status).toBe(400);
      expect(await response.text()).toBe('This request could not be read. Nothing was saved.');
    }
    for (const path of ['/assets/none.js', '/assets/%E0%A4%A']) {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe('There is nothing at this address.');
    }
  });
});
