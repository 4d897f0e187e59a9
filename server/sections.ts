import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';

type RemixOptions = Parameters<typeof createRequestHandler>[0];
type RemixHandler = ReturnType<typeof createRequestHandler>;
type Routes = ServerBuild['routes'];

/** Browsers resolve `/home/../users` themselves; Remix does it for others. What begins otherwise is no path. */
const DOTS = /^\/(.*\/)?(\.|%2e)/i;

/** Returns the first part of an address, as routes are compared with it: `users` for `/Users/add` and `/users.data`. */
export function buildSection(path: string): string {
  const resolved = DOTS.test(path) ? new URL(`http://panel${path}`).pathname : path;
  // `OPTIONS *` asks for no path at all.
  const first = resolved.split('/')[1] ?? '';
  return decodePath(first)
    .replace(/\.data$/, '')
    .toLowerCase();
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns all first parts that the build's routes name. */
export function buildSections({ routes }: ServerBuild): Set<string> {
  return new Set(Object.keys(routes).flatMap((id) => getSectionOfRoute(routes, id) ?? []));
}

/**
 * Returns a handler that has only the routes of the section that a request asks for, made at its first use. Remix
 * compares an address with all of its routes several times for each page, and builds their patterns anew each time: an
 * eighth of a page's work (docs/decisions/0132-routes-by-section.md).
 */
export function handleBySection(
  build: ServerBuild,
  options: Omit<RemixOptions, 'build'>,
): RemixHandler {
  const sections = buildSections(build);
  const handlers = new Map<string, RemixHandler>();
  return (request, response, next) => {
    const asked = buildSection(request.path);
    const section = sections.has(asked) ? asked : '';
    let handler = handlers.get(section);
    if (!handler) {
      handler = createRequestHandler({ ...options, build: restrictToSection(build, section) });
      handlers.set(section, handler);
    }
    return handler(request, response, next);
  };
}

/** Returns the build with the routes that addresses of this section can lead to, and no others. */
export function restrictToSection(build: ServerBuild, section: string): ServerBuild {
  const isOfSection = (id: string) => {
    const own = getSectionOfRoute(build.routes, id);
    return own === undefined || own === section;
  };
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isOfSection(id)));
  const { assets } = build;
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...assets, routes: pick(assets.routes) },
  };
}

/** Returns the first part of a route's addresses, or undefined when it has none, or any. */
function getSectionOfRoute(routes: Routes, id: string): string | undefined {
  const paths: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    if (route.path) paths.unshift(route.path);
  const [first = ''] = paths.join('/').split('/');
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined;
}
