import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';
import type { Config } from '../app/lib/core/server/config.server';

/** Switches off the features that the panel does not use. Its own pages, but no frames, may use passkeys. */
const FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'payment',
  'usb',
  'serial',
  'midi',
]
  .map((feature) => `${feature}=()`)
  .concat('publickey-credentials-get=(self)', 'publickey-credentials-create=(self)')
  .join(', ');

/**
 * Sets the headers that every response has, including files. The files of the build do not get the headers that
 * browsers obey in documents only, because each light page loads several files over a slow link.
 * app/lib/core/uploads/page-headers.server.ts sets the further headers of pages.
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

/** The policy of responses that are no pages: they load and run nothing, and no site may show them in a frame. */
export const EMPTY_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Sets the security headers that a response does not set itself, such as a redirect. They are set last, because Remix
 * would add its own to them. Browsers ignore policies of scripts and style sheets, which therefore have none.
 */
export const setDefaultHeaders: RequestHandler = (request, response, next) => {
  onHeaders(response, () => {
    if (!response.hasHeader('X-Content-Type-Options'))
      response.setHeader('X-Content-Type-Options', 'nosniff');
    const isPart = /^\/assets\/.+\.(js|css)$/.test(request.path);
    if (!isPart && !response.hasHeader('Content-Security-Policy'))
      response.setHeader('Content-Security-Policy', EMPTY_POLICY);
  });
  next();
};
