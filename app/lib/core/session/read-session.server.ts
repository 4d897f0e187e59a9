import { cachePerRequest } from '../server/request-scope.server';
import { isPost } from './page-request';
import { findSession } from './session.server';

/**
 * Returns the session of a request. All loaders of a page share one read. A post reads the session each time.
 */
export function readSession(request: Request) {
  return isPost(request)
    ? readSessionAnew(request)
    : cachePerRequest('session', () => readSessionAnew(request));
}

/** Reads the session from the store, even if the request has already read it. */
function readSessionAnew(request: Request) {
  return findSession(request.headers.get('cookie'));
}
