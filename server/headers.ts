import type { RequestHandler } from 'express';
import type { Config } from '../app/lib/server/config.server';

/** Switches off the features that the panel does not use. Its own pages, but no frames, may use passkeys. */
const FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'payment',
  'usb',
  'serial',
  'bluetooth',
  'midi',
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-get=(self)', 'publickey-credentials-create=(self)')
  .join(', ');

/**
 * Sets the headers that every response has, including files. The files of the build do not get the headers that
 * browsers obey in documents only, because each light page loads several files over a slow link.
 * app/lib/uploads/page-headers.server.ts sets the further headers of pages.
 */
export function setTransportHeaders({ PUBLIC_URL }: Config): RequestHandler {
  return (request, response, next) => {
    if (PUBLIC_URL?.startsWith('https:'))
      response.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    response.set('Cross-Origin-Resource-Policy', 'same-origin');
    if (!request.path.startsWith('/assets/')) {
      response.set('Permissions-Policy', FEATURES);
      response.set('Cross-Origin-Opener-Policy', 'same-origin');
    }
    next();
  };
}
