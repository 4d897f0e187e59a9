import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { log } from '../app/lib/core/server/log.server';
import { metrics } from '../app/lib/core/server/metrics.server';
import { withRequestId } from '../app/lib/core/server/request-scope.server';
import { buildSection, listFirstSegments } from './sections';

/** The routes that monitoring requests every few seconds. They are logged at the level `debug`. */
const probes: readonly string[] = ['/healthz', '/readyz'];
const methods: readonly string[] = ['GET', 'HEAD', 'POST'];

/**
 * Logs each request in one line and records it in the metrics. The route is the first segment of the path if
 * the panel has it, otherwise `other`: the following segments and unknown paths may contain a phone number.
 */
export function logRequests(build: ServerBuild): RequestHandler {
  const findRoute = makeNamer(build);
  return (request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const ms = Math.round(performance.now() - start);
      const method = methods.includes(request.method) ? request.method : 'other';
      const route = findRoute(request.path);
      // 499 is the status with which proxies log a request whose client disconnected before the response was
      // complete.
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requestSeconds.observe(
        { method, route, status: `${Math.floor(status / 100)}xx` },
        ms / 1000,
      );
      // The event fires outside of the request's scope.
      withRequestId(String(response.getHeader('X-Request-Id')), () =>
        log[probes.includes(route) ? 'debug' : 'info']({ method, route, status, ms }, 'request'),
      );
    });
    next();
  };
}

function makeNamer(build: ServerBuild): (path: string) => string {
  const sections = listFirstSegments(build).add('assets');
  return (path) => {
    const section = buildSection(path);
    if (section === '' || section === '_root') return '/';
    return sections.has(section) ? `/${section}` : 'other';
  };
}
