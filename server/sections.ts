import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';

type RemixOptions = Parameters<typeof createRequestHandler>[0];
type RemixHandler = ReturnType<typeof createRequestHandler>;
type Routes = ServerBuild['routes'];

/**
 * Matches paths with segments such as `..`. Browsers resolve `/home/../users` themselves, and Remix resolves it
 * for other clients. A text that does not begin with a slash is not a path.
 */
const DOTS = /^\/(.*\/)?(\.|%2e)/i;

/**
 * Returns the first segment of a path, normalized for comparison with routes: `users` for `/Users/add` and
 * `/users.data`.
 */
export function buildSection(path: string): string {
  const resolved = DOTS.test(path) ? new URL(`http://panel${path}`).pathname : path;
  // The target of `OPTIONS *` is not a path.
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

/** Returns the first segments of all routes of the build. */
export function listFirstSegments({ routes }: ServerBuild): Set<string> {
  return new Set(Object.keys(routes).flatMap((id) => getSectionOfRoute(routes, id) ?? []));
}

/**
 * Returns a handler that passes each request to a Remix handler with only the routes of the request's section.
 * Creates the Remix handler of a section on first use. With all routes, Remix would compare each path with
 * every route several times and rebuild their patterns each time, which is an eighth of the work for a page
 * (docs/decisions/0130-documented-framework.md).
 */
export function handleBySection(
  build: ServerBuild,
  options: Omit<RemixOptions, 'build'>,
): RemixHandler {
  const sections = listFirstSegments(build);
  const handlers = new Map<string, RemixHandler>();
  return (request, response, next) => {
    const requested = buildSection(request.path);
    const section = sections.has(requested) ? requested : '';
    let handler = handlers.get(section);
    if (!handler) {
      handler = createRequestHandler({ ...options, build: restrictToSection(build, section) });
      handlers.set(section, handler);
    }
    return handler(request, response, next);
  };
}

/** Returns the build with only the routes that paths of this section can match. */
export function restrictToSection(build: ServerBuild, section: string): ServerBuild {
  const isOfSection = (id: string) => {
    const sectionOfRoute = getSectionOfRoute(build.routes, id);
    return sectionOfRoute === undefined || sectionOfRoute === section;
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

/** Returns the first segment of a route's path. Returns undefined if the path is missing or the segment is dynamic. */
function getSectionOfRoute(routes: Routes, id: string): string | undefined {
  const paths: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    if (route.path) paths.unshift(route.path);
  const [first = ''] = paths.join('/').split('/');
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined;
}
