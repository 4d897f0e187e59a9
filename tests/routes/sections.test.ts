import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { matchRoutes, type RouteObject } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSection, listFirstSegments, restrictToSection } from '../../server/sections';
import { demoPanel } from '../support/embedded';
import { lockedScreens, screens, signedOutScreens } from '../support/panel-screens';

const demo = demoPanel();
let build: ServerBuild;

beforeAll(async () => {
  // The build opens its databases when it is loaded, so it gets a separate folder.
  process.env.DATA_DIR = path.join(demo.panel.dataDir, 'sections');
  process.env.NODE_ENV = 'production';
  build = await import(
    pathToFileURL(path.resolve(import.meta.dirname, '../../build/server/index.js')).href
  );
  await (build.entry.module as { stop?: () => Promise<void> }).stop?.();
});

type Routes = ServerBuild['routes'];

/** Returns the routes below `parentId` in the form that the router expects. */
function buildTree(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index
        ? { id, path, index, caseSensitive }
        : { id, path, caseSensitive, children: buildTree(routes, id) },
    );
}

/** Returns the ids of the routes that the router matches with an address, from the root on. */
function matchRouteIds(routes: Routes, address: string): (string | undefined)[] | undefined {
  return matchRoutes(buildTree(routes), address)?.map(({ route }) => route.id);
}

/**
 * The page of the benchmarks, the pages whose addresses contain an id that is made at run time, and those that redirect
 * without a second factor. `tests/e2e/` opens the latter two in tests of their own.
 */
const NOT_LISTED = [
  'bench-floor',
  'bin/restore/:eid',
  'bulk/:entity/:token',
  'erasure/:id',
  'exported/:token',
  'import/:token',
  'login/code',
  'profile/second-factor/codes',
  'profile/second-factor/off',
  'undo/:change',
];

it('every page is in the list of screens, except those whose address has an id made at run time', () => {
  const opened = [...screens, ...signedOutScreens, ...lockedScreens, '/download'].map((screen) => {
    const { pathname } = new URL(`http://panel${screen}`);
    return matchRouteIds(build.routes, pathname)?.at(-1);
  });
  expect(opened).not.toContain(undefined);
  const others = Object.values(build.routes)
    .filter((route) => route?.path && 'default' in route.module && !opened.includes(route.id))
    .map((route) => route?.path);
  expect(others.sort()).toEqual(NOT_LISTED);
});

describe('the routes of a section', () => {
  it('match every address as all routes do', () => {
    const sections = listFirstSegments(build);
    expect(sections.size).toBeGreaterThan(40);
    const own = Object.values(build.routes).flatMap((route) =>
      route?.path ? [`/${route.path.replace(/:\w+/g, '1').replace('*', 'some/where')}`] : [],
    );
    const others = [
      '/',
      '',
      '/nonsense',
      '/nonsense/deeper',
      '//users',
      '/users/',
      '/%zz',
      '/constructor',
    ];
    const addresses = [...own, ...others].flatMap((address) => [
      address,
      address.toUpperCase(),
      `${address}/further`,
      address.replace('s', '%73'),
      address.replace('s', '%53'),
      `/home/..${address}`,
      `/home/%2E%2e${address}`,
      `/.${address}`,
    ]);
    for (const address of addresses) {
      const section = buildSection(address);
      const { routes, assets } = restrictToSection(build, sections.has(section) ? section : '');
      expect(Object.keys(assets.routes).sort()).toEqual(Object.keys(routes).sort());
      // Parses the address as the adapter does.
      const { pathname } = new URL(`http://panel${address}`);
      expect(matchRouteIds(routes, pathname), address).toEqual(
        matchRouteIds(build.routes, pathname),
      );
    }
  });

  it('are the same for a page and for its data', () => {
    expect(buildSection('/users.data')).toBe('users');
    expect(buildSection('/Users/add')).toBe('users');
    for (const noPath of ['*', '*:99999999/.', '*%/%2e'])
      expect(listFirstSegments(build)).not.toContain(buildSection(noPath));
    const { routes } = restrictToSection(build, 'users');
    expect(Object.keys(routes).length).toBeLessThan(Object.keys(build.routes).length / 4);
  });
});
