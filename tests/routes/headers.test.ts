import { describe, expect, it } from 'vitest';
import { demoPanel } from '../support/embedded';
import { exportFull } from '../support/full-export';
import { signedOutScreens } from '../support/panel-screens';

describe('over https', () => {
  const demo = demoPanel({ PUBLIC_URL: 'https://panel.example' });

  it('ASVS 3.3.1, 3.3.3: binds the session’s cookie to this host', async () => {
    const response = await demo.stranger().request('/login', {
      method: 'POST',
      body: new URLSearchParams({ email: 'mwansa@panel.example', password: 'demo-administrator' }),
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-session=/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).not.toMatch(/; Domain/i);
  });

  it('ASVS 3.4.1: asks for https for a year, on pages, redirects and files', async () => {
    const { url } = demo.panel;
    const page = await (await fetch(`${url}/login`)).text();
    const asset = /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? '';
    for (const path of ['/login', '/users', '/healthz', asset]) {
      const response = await fetch(url + path, { redirect: 'manual' });
      expect(response.headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      );
    }
  });
});

describe('every page', () => {
  const demo = demoPanel();

  it.each([...signedOutScreens, '/download'])(
    'ASVS 3.4.3–3.4.6: %s runs its own scripts only and is framed by nobody',
    async (path) => {
      const { headers } = await fetch(demo.panel.url + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/default-src 'none'/);
      expect(policy).toMatch(/script-src 'nonce-[\w+/=]+' 'strict-dynamic'/);
      expect(policy).toMatch(/object-src 'none'/);
      expect(policy).toMatch(/base-uri 'none'/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Browsers without Sec-Fetch-Site must send their origin, because posts are checked by it. Others send no
      // Referer.
      expect(headers.get('referrer-policy')).toBe('same-origin');
      const current = await fetch(demo.panel.url + path, {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(current.headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      // Without https, the header would have no effect.
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  it('ASVS 3.4.3: has another nonce each time, and no script without it', async () => {
    const readNonce = async () => {
      const response = await fetch(`${demo.panel.url}/login`);
      const [, nonce] =
        /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
      const html = await response.text();
      for (const [tag] of html.matchAll(/<script\b[^>]*>/g))
        expect(tag).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/\son\w+="/);
      return nonce;
    };
    expect(await readNonce()).not.toBe(await readNonce());
  });

  it('ASVS 14.3.2: is never cached for a signed-in user, and neither are its data and an export', async () => {
    const visitor = await demo.signedIn();
    for (const [path, method] of [
      ['/home', 'GET'],
      ['/users', 'GET'],
      ['/users.data', 'GET'],
      ['/session', 'GET'],
      ['/export/countries', 'POST'],
    ] as const) {
      const response = await visitor.request(path, { method });
      await response.body?.cancel();
      expect([path, response.status]).toEqual([path, 200]);
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
    const file = await exportFull(visitor, '/users');
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});
