import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { log } from '../app/lib/server/log.server';
import { metrics } from '../app/lib/server/metrics.server';
import { withRequestId } from '../app/lib/server/request-scope.server';
import { buildSection, buildSections } from './sections';

/** Asked for every few seconds by machines. */
const probes: readonly string[] = ['/healthz', '/readyz'];
const methods: readonly string[] = ['GET', 'HEAD', 'POST'];

/**
 * One line of the log for each request, and its place in the metrics. The route is the first part of an
 * address that the panel has: what follows may be a phone number, and so may an address that it has not.
 */
export function observe(build: ServerBuild): RequestHandler {
  const findRoute = makeNamer(build);
  return (request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const ms = Math.round(performance.now() - start);
      const method = methods.includes(request.method) ? request.method : 'other';
      const route = findRoute(request.path);
      // 499, as proxies say, for who did not wait for the answer.
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requestSeconds.observe(
        { method, route, status: `${Math.floor(status / 100)}xx` },
        ms / 1000,
      );
      // Outside of the request by now.
      withRequestId(String(response.getHeader('X-Request-Id')), () =>
        log[probes.includes(route) ? 'debug' : 'info']({ method, route, status, ms }, 'request'),
      );
    });
    next();
  };
}

function makeNamer(build: ServerBuild): (path: string) => string {
  const sections = buildSections(build).add('assets');
  return (path) => {
    const section = buildSection(path);
    if (section === '' || section === '_root') return '/';
    return sections.has(section) ? `/${section}` : 'other';
  };
}
