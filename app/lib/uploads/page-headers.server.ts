import { getFilesOrigin } from '../host/file-origins.server';
import { config } from '../server/config.server';

const GALLERY_PATH = '/file-manager';

/**
 * The headers of every page. Scripts run by nonce only, and none where there is no nonce; Mantine sets
 * style attributes, which is why these alone are allowed inline. Only the gallery's page has a frame.
 */
export function pageHeaders(headers: Headers, nonce: string | undefined, request: Request): void {
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
 * Returns the referrer policy. With `no-referrer` a browser sends `Origin: null` with plain form posts. One that also
 * sends Sec-Fetch-Site is checked by that; an older one must send its origin.
 */
function getReferrerPolicy({ headers }: Request): string {
  return headers.has('sec-fetch-site') ? 'no-referrer' : 'same-origin';
}
