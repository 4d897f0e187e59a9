import { describe, expect, it } from 'vitest';
import { readGalleryImages } from '~/lib/core/uploads/gallery-images';
import { demoSignIns } from '../../backend/demo-study/users';
import { demoPanel, sharedDemo } from '../support/embedded';
import { exportFull } from '../support/full-export';
import { signedOutScreens } from '../support/panel-screens';
import { sendRaw } from '../support/raw-request';

describe('over https', () => {
  const demo = demoPanel({ PUBLIC_URL: 'https://panel.example' });

  it('ASVS 3.3.1, 3.3.3: binds all cookies to this host', async () => {
    const visitor = demo.stranger();
    const post = (path: string, fields: Record<string, string>) =>
      visitor.request(path, { method: 'POST', body: new URLSearchParams(fields) });
    const { username: email, password } = demoSignIns.administrator;
    const answers = [
      await post('/login', { email, password }),
      await post('/preferences', { menu: 'compact' }),
      await post('/lock', {}),
    ];
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
    // The names end with a hash of the installation.
    const names = new Set(cookies.map((cookie) => cookie.split(/-[\da-f]{8}=/)[0]));
    expect([...names].sort()).toEqual(['__Host-lock', '__Host-preferences', '__Host-session']);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/(;|$)/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).not.toMatch(/; Domain/i);
    }
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

describe('every response', () => {
  const demo = sharedDemo();

  it('ASVS 3.4.3, 3.4.4, 3.4.6: runs nothing of its own, is not guessed, and is framed by nobody', async () => {
    const visitor = await demo.signedIn();
    const { html } = await visitor.open('/quiz/add');
    const icon = /\/assets\/icons[^"#]*\.svg/.exec(html)?.[0] ?? '';
    const images = readGalleryImages(await (await visitor.request('/gallery-images')).json());
    const upload = images?.[0]?.address ?? '';
    const answers = [
      [302, '/login'],
      [302, '/unknown'],
      [302, '/home/unknown'],
      [202, '/login.data'],
      [200, '/users.data'],
      [200, '/healthz'],
      [200, '/readyz'],
      [200, '/robots.txt'],
      [200, '/session'],
      [200, icon],
      [200, upload],
      [404, '/assets/unknown.js.map'],
      [404, '/files/unknown.png'],
      [405, '/users', { method: 'PUT' }],
      [405, '/healthz', { method: 'POST' }],
      [403, '/login', { method: 'POST', headers: { origin: 'https://other.example' } }],
      [400, '/%ff'],
      [414, `/users?q=${'x'.repeat(12_000)}`],
    ] as const;
    for (const [status, path, init] of answers) {
      const { headers, status: answered, body } = await visitor.request(path, init);
      await body?.cancel();
      const policy = headers.get('content-security-policy') ?? '';
      const sniffing = headers.get('x-content-type-options');
      expect([path.slice(0, 99), answered, sniffing]).toEqual([
        path.slice(0, 99),
        status,
        'nosniff',
      ]);
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
      expect([path, policy.split('default-src').length]).toEqual([path, 2]);
    }
  });

  it('ASVS 13.4.4: refuses the method TRACE, and sends nothing of the request back', async () => {
    const head = 'TRACE /users HTTP/1.1\r\nHost: panel.test\r\nCookie: session=s3cret\r\n';
    const request = Buffer.from(`${head}Connection: close\r\n\r\n`);
    const answer = await sendRaw(demo.panel.url, request);
    expect(answer.status).toBe(405);
    expect(answer.headers + answer.body).not.toContain('s3cret');
  });
});

describe('every page', () => {
  const demo = sharedDemo();

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
      // Browsers report this feature as unknown.
      expect(headers.get('permissions-policy')).not.toContain('bluetooth');
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
