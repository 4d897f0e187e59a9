import type { ReadStream } from 'node:fs';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * Serves the browser's files of the build in this folder, as the build has compressed them. Those in /assets have
 * the hash of their content in their names: browsers keep them and never ask again.
 */
export function serveFiles(folder: string): RequestHandler {
  const serve = sirv(folder, {
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
  return (request, response, next) => {
    // sirv leaves the file open when the browser disconnects, and an error of the disk uncaught.
    response.once('pipe', (file: ReadStream) => {
      file.once('error', () => response.destroy());
      response.once('close', () => file.destroy());
    });
    serve(request, response, next);
  };
}
