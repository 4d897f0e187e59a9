import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';

type RemixOptions = Parameters<typeof createRequestHandler>[0];
type RemixHandler = ReturnType<typeof createRequestHandler>;
type Routes = ServerBuild['routes'];

/** Browsers resolve `/home/../users` themselves; Remix does it for others. What begins otherwise is no path. */
const DOTS = /^\/(.*\/)?(\.|%2e)/i;

/** The first part of an address, as routes are compared with it: `/Users/add` and `/users.data` are of `users`. */
export function buildSection(path: string): string {
  const resolved = DOTS.test(path) ? new URL(`http://panel${path}`).pathname : path;
  // `OPTIONS *` asks for no path at all.
  const first = resolved.split('/')[1] ?? '';
  return decoded(first)
    .replace(/\.data$/, '')
    .toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** All first parts that the build's routes name. */
export function buildSections({ routes }: ServerBuild): Set<string> {
  return new Set(Object.keys(routes).flatMap((id) => sectionOfRoute(routes, id) ?? []));
}

/**
 * Remix's handler for each section of the panel, made when it is first asked for. Remix compares an address
 * with every route it has, several times a request: one that has only the routes of a section takes a tenth
 * of the page's time less.
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
      handler = createRequestHandler({ ...options, build: onlySection(build, section) });
      handlers.set(section, handler);
    }
    return handler(request, response, next);
  };
}

/** The build without the routes that no address of this section leads to. */
export function onlySection(build: ServerBuild, section: string): ServerBuild {
  const entries = Object.entries(build.routes).filter(([id]) => {
    const own = sectionOfRoute(build.routes, id);
    return own === undefined || own === section;
  });
  return { ...build, routes: Object.fromEntries(entries) };
}

/** The first part of a route's addresses; undefined when it has none, or any. */
function sectionOfRoute(routes: Routes, id: string): string | undefined {
  const paths: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    if (route.path) paths.unshift(route.path);
  const [first = ''] = paths.join('/').split('/');
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined;
}
