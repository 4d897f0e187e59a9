import { config } from './config.server';
import { filesOrigin } from './uploads/places.server';

const GALLERY_PATH = '/file-manager';

/**
 * The headers of every page. Scripts run by nonce only; Mantine sets style attributes, which is why
 * these alone are allowed inline. Only the gallery's page has a frame.
 */
export function pageHeaders(headers: Headers, nonce: string, path: string): void {
  const development = config.NODE_ENV === 'development';
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'same-origin');
  headers.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "object-src 'none'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: ${filesOrigin() ?? ''}`,
      ...(path === GALLERY_PATH && config.GALLERY_URL
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
