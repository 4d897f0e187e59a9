import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { action as lock } from '../../app/routes/_signed-in+/lock';
import { defined } from '../../shared/defined';
import { callRoute, signedInAs } from '../support/call-route';

interface RouteModule {
  loader?: (args: ActionFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
}

const modules = import.meta.glob<RouteModule>('/app/routes/_signed-in+/**/*.{ts,tsx}', {
  eager: true,
});
const routes = Object.entries(modules).map(([file, route]) => ({
  name: file.replace('/app/routes/_signed-in+/', ''),
  ...route,
}));
const loaders = routes.filter(({ loader }) => loader);
const actions = routes.filter(({ action }) => action);
/** The parameters of all routes. No route uses them, because each refuses the request first. */
const params = {
  eid: '1',
  fid: '1',
  entity: 'country',
  field: 'file',
  participant: '1',
  record: '1',
  change: '1',
  token: '1',
  '*': 'users',
};

describe('without a session', () => {
  it('the test finds the routes', () => {
    expect(loaders.length).toBeGreaterThan(60);
    expect(actions.length).toBeGreaterThan(25);
  });

  it.each(loaders)('the loader of $name leads to the sign-in', async ({ loader }) => {
    const answer = await callRoute(defined(loader), '/somewhere?page=2', { params });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/login(\?to=%2Fsomewhere%3Fpage%3D2)?$/);
  });

  it.each(actions)('the action of $name leads to the sign-in', async ({ action }) => {
    const answer = await callRoute(defined(action), '/somewhere', { params, form: { uid: '1' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login']);
  });
});

describe('with a locked session', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedInAs('administrator');
    await callRoute(lock, '/lock', { cookie, form: {} });
  });

  it.each(loaders)('the loader of $name leads to the page that unlocks', async ({ loader }) => {
    const answer = await callRoute(defined(loader), '/somewhere?page=2', { cookie, params });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/unlock\?to=%2F(home|somewhere%3Fpage%3D2)$/);
  });

  const open = ['lock.ts', 'logout.ts'];
  it.each(actions.filter(({ name }) => !open.includes(name)))(
    'the action of $name is not carried out, and leads to the page that unlocks',
    async ({ action }) => {
      const form = { uid: '1' };
      const answer = await callRoute(defined(action), '/somewhere', { cookie, params, form });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/unlock']);
    },
  );
});

describe('a form that another site sent', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedInAs('administrator');
  });

  it.each(actions)('is refused by the action of $name', async ({ action }) => {
    const headers = { origin: 'https://evil.example' };
    const answer = await callRoute(defined(action), '/x', { cookie, params, headers, form: {} });
    expect(answer.status).toBe(403);
    expect(await answer.response?.text()).toContain('sent from another site');
  });
});
