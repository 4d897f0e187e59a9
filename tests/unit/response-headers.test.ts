import type { Request as ExpressRequest, NextFunction, Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { buildPageHeaders } from '~/lib/core/uploads/page-headers.server';
import { setTransportHeaders } from '../../server/headers';
import { panelSettings } from '../../shared/settings/settings';

/** Returns the headers that every response has, files included. */
function getTransportHeaders(publicUrl: string, path = '/home'): Headers {
  const headers = new Headers();
  const next: NextFunction = vi.fn();
  const response = { set: (name: string, value: string) => headers.set(name, value) };
  const settings = panelSettings.parse({ PUBLIC_URL: publicUrl });
  setTransportHeaders(settings)({ path } as ExpressRequest, response as unknown as Response, next);
  expect(next).toHaveBeenCalledOnce();
  return headers;
}

/** Returns the headers of a page. */
function getPageHeaders(
  nonce: string | undefined,
  requested: Record<string, string> = {},
): Headers {
  const headers = new Headers();
  buildPageHeaders(headers, nonce, new Request('http://panel.test/users', { headers: requested }));
  return headers;
}

/** Returns the directives of a page's security policy. */
function getPolicy(nonce: string | undefined): string[] {
  return (getPageHeaders(nonce).get('content-security-policy') ?? '').split('; ');
}

describe('what responses forbid', () => {
  it('no response allows another site to read it', () => {
    const all = [getPageHeaders('n'), getTransportHeaders('https://panel.example')];
    for (const headers of all) expect(headers.has('access-control-allow-origin')).toBe(false);
    const transport = getTransportHeaders('https://panel.example', '/assets/a.js');
    expect(transport.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('a page runs only scripts with its nonce, and is framed by nobody', () => {
    expect(getPolicy('abc')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "object-src 'none'",
        "script-src 'nonce-abc' 'strict-dynamic'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(getPolicy(undefined)).toContain("script-src 'none'");
  });

  it('a page sends its address to no other site', () => {
    expect(getPageHeaders('n', { 'sec-fetch-site': 'none' }).get('referrer-policy')).toBe(
      'no-referrer',
    );
    expect(getPageHeaders('n').get('referrer-policy')).toBe('same-origin');
  });

  it('a page states its type and character set, and is never stored', () => {
    const headers = getPageHeaders('n');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

it('an https address asks browsers for https for a year, with subdomains', () => {
  const headers = getTransportHeaders('https://panel.example');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  const plain = getTransportHeaders('http://localhost:3000');
  expect(plain.has('strict-transport-security')).toBe(false);
});
