import path from 'node:path';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * The build's files, as the build has compressed them. Those in /assets have their content's hash in
 * their names: browsers keep them and never ask again.
 */
export function serveFiles(root: string): RequestHandler {
  return sirv(path.join(root, 'build/client'), {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader(
        'Cache-Control',
        pathname.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      );
    },
  });
}
