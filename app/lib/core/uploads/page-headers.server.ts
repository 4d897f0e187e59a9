import { getFilesOrigin } from '../host/file-origins.server';
import { config } from '../server/config.server';

const GALLERY_PATH = '/file-manager';

/**
 * Sets the headers of a page. Scripts run only with the nonce, and without a nonce no script runs. In production, style
 * elements need the nonce too. Style attributes, which Mantine sets, are always allowed. Only the gallery's page may
 * have a frame.
 */
export function buildPageHeaders(
  headers: Headers,
  nonce: string | undefined,
  request: Request,
): void {
  const development = config.NODE_ENV === 'development';
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', 'no-store');
  headers.append('Vary', 'Save-Data');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', getReferrerPolicy(request));
  headers.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "object-src 'none'",
      `script-src ${nonce ? `'nonce-${nonce}' 'strict-dynamic'` : "'none'"}`,
      `style-src 'self' ${development ? "'unsafe-inline'" : nonce ? `'nonce-${nonce}'` : ''}`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: ${getFilesOrigin() ?? ''}`,
      ...(new URL(request.url).pathname === GALLERY_PATH && config.GALLERY_URL
        ? [`frame-src ${new URL(config.GALLERY_URL).origin}`]
        : []),
      `connect-src 'self' ${development ? 'ws:' : ''}`,
      "font-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
}

/**
 * Returns the referrer policy. With `no-referrer`, browsers send `Origin: null` when they post a form. Posts of
 * browsers that send Sec-Fetch-Site are checked by that header. Older browsers must send their origin.
 */
function getReferrerPolicy({ headers }: Request): string {
  return headers.has('sec-fetch-site') ? 'no-referrer' : 'same-origin';
}
