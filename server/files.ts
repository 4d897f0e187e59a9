import type { ReadStream } from 'node:fs';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * Serves the files of the build in this folder, in the compressed form that the build has stored. The names of
 * files in /assets contain the hash of their content, so browsers may cache them without revalidation.
 */
export function serveStaticFiles(folder: string): RequestHandler {
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
    // Without these listeners, sirv leaves the file open when the browser disconnects, and a read error is
    // uncaught.
    response.once('pipe', (file: ReadStream) => {
      file.once('error', () => response.destroy());
      response.once('close', () => file.destroy());
    });
    serve(request, response, next);
  };
}
