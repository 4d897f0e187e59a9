import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';
import { sweep } from '../support/full';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';

const SCRIPT = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`;

/** Expects that no element of the page was made from a hostile value, and that no link runs script. */
function expectNoMarkup(document: Document): void {
  expect(document.querySelector('img[src="x"], [onerror]')).toBeNull();
  for (const script of document.querySelectorAll('script'))
    expect(script.textContent).not.toMatch(/^alert\(1\)/);
  for (const link of document.querySelectorAll('a[href]'))
    expect(link.getAttribute('href')).not.toMatch(/^\s*(javascript|data|vbscript):/i);
}

describe('a host whose every value is hostile', () => {
  const remote = remotePanel({}, { oneSession: true });

  const hostile = (key: string, fields: string[]) =>
    envelope([Object.fromEntries([[key, '1'], ...fields.map((field) => [field, SCRIPT])])]);

  it.each([
    [
      '/users',
      'user/list',
      'user_id',
      ['user_username', 'user_fname', 'user_email', 'u_status', 'user_createdate'],
    ],
    ['/countries', 'country/list', 'country_id', ['country_name', 'country_code', 'c_status']],
    ['/colors', 'color/list', 'color_id', ['color_name', 'color_code']],
    [
      '/phones',
      'phone/list',
      'phone_id',
      ['phone_name', 'phone_number', 'phone_color', 'phone_status', 'n_participants'],
    ],
    [
      '/study-followup',
      'study-followup/list',
      'sfollow_id',
      ['sfollow_name', 'sfollow_link', 'sfollow_email'],
    ],
    ['/quizzes', 'quiz/list', 'quiz_id', ['quiz_question', 'a_max']],
    ['/audit', 'audit/list', 'audit_id', ['audit_username', 'audit_title', 'audit_description']],
    ['/audit/errors', 'log/list', 'log_id', ['log_username', 'log_exception']],
  ])('ASVS 1.2.1: its values stay text in %s', async (path, source, key, fields) => {
    remote.host.on(source, () => hostile(key, fields));
    await remote.visitor.open(path);
    expect(remote.visitor.status).toBe(200);
    expectNoMarkup(remote.visitor.document);
    expect(remote.visitor.document.body.textContent).toContain('<script>alert(1)</script>');
  });

  it('ASVS 1.2.2: makes no link of an address that runs script', async () => {
    const url = 'javascript:alert(1)';
    remote.host.on('study-followup/list', () =>
      envelope([{ sfollow_id: '1', sfollow_name: 'n', sfollow_link: url }]),
    );
    remote.host.on('study-resource/list', () =>
      envelope([{ sresource_id: '1', sresource_name: 'n', sresource_link: url }]),
    );
    for (const path of ['/study-followup', '/study-resources'])
      expectNoMarkup((await remote.visitor.open(path)).document);
  });

  it('ASVS 1.2.1: its values stay text in forms, messages and toasts', async () => {
    remote.host.on('color/id/1', () =>
      hostile('color_id', ['color_name', 'color_code', 'c_status']),
    );
    expectNoMarkup((await remote.visitor.open('/color/edit/1')).document);
    remote.host.on('color/update', () => refusal(SCRIPT));
    await remote.visitor.press('Save', { Name: 'x', Color: '#123456', Status: 'Active' });
    expectNoMarkup(remote.visitor.document);
    expect(remote.visitor.page.getByRole('alert').textContent).toContain('<script>');
    remote.host.on('color/delete', () => refusal(SCRIPT));
    await remote.visitor.open('/delete/color/1');
    await remote.visitor.press('Delete');
    expectNoMarkup(remote.visitor.document);
  });

  it('ASVS 1.2.1: a colour code sets a colour and no other style', async () => {
    remote.host.on('color/list', () =>
      envelope([
        { color_id: '1', color_name: 'n', color_code: '#fff;background:url(//evil.example)' },
      ]),
    );
    await remote.visitor.open('/colors');
    expect(remote.visitor.document.querySelector('[style*="evil"]')).toBeNull();
  });

  it('ASVS 1.2.10: a formula in an export is text', async () => {
    const formulas = ['=1+1', '+cmd|x', '-2+3+cmd|x', '@SUM(1)', '\t=1', '\r=1', '＝1+1'];
    remote.host.on('country/list', () =>
      envelope(formulas.map((country_name, index) => ({ country_id: index + 1, country_name }))),
    );
    remote.host.on('downloadJson', (_call, response) => {
      response.setHeader('content-type', 'text/csv');
      response.end('x');
    });
    await remote.visitor.request('/export/countries', { method: 'POST' });
    const rows: Record<string, string>[] = JSON.parse(
      defined(defined(remote.host.to('downloadJson')[0]).fields.ujson),
    );
    for (const row of rows) expect(row.Name).toMatch(/^'/);
    // A formula that a spreadsheet finds after a semicolon, a tab or a line break is text as well.
    const behind = ['x;=1+1', 'x\t=1+1;y', 'x\r\n@SUM(1)', 'x;+cmd|y'];
    remote.host.on('country/list', () =>
      envelope(behind.map((country_name, index) => ({ country_id: index + 1, country_name }))),
    );
    const answer = await remote.visitor.request('/export/countries?cols=country_name', {
      method: 'POST',
    });
    expect(await answer.text()).toBe(
      'Name\r\n"x;\'=1+1"\r\n"x\t\'=1+1;y"\r\n"x\r\n\'@SUM(1)"\r\n"x;\'+cmd|y"\r\n',
    );
  });

  it('ASVS 15.3.3: a field that the form does not have is not passed on', async () => {
    remote.host.on('color/id/1', () =>
      envelope([{ color_id: '1', color_name: 'n', color_code: '#123456', c_status: 'Active' }]),
    );
    remote.host.on('color/update', () => envelope([{ color_id: '1' }]));
    await remote.visitor.open('/color/edit/1', {
      method: 'POST',
      body: new URLSearchParams({
        color_name: 'n',
        color_code: '#123456',
        c_status: '1',
        uid: '99',
        user: 'root',
        user_role: '1',
        urole: '1',
        color_createuser: 'root',
        __proto__: 'x',
        constructor: 'x',
      }),
    });
    expect(remote.host.to('color/update').map(({ fields }) => fields)).toEqual([
      { uid: '1', uname: 'n', ucode: '#123456', ustatus: '1', user: 'ann' },
    ]);
  });

  it('ASVS 16.2.5: logs no password, token, cookie, name or message, whatever goes wrong', async () => {
    const secrets = [
      's3cret-pass-phrase',
      'recovery-code-123',
      'hash-of-nobody',
      'Message of a participant',
    ];
    const { host, panel, visitor } = remote;
    host.on('user/list', () => 'unreadable Message of a participant');
    host.on('country/list', (_call, response) => {
      response.statusCode = 500;
      response.end('hash-of-nobody');
    });
    await visitor.open('/users?user_email=person%40study.example');
    await visitor.open('/countries?q=Message+of+a+participant');
    host.on('login', () => refusal('no', [{ user_password: 'hash-of-nobody' }]));
    host.on('account/change-password', () => refusal('recovery-code-123'));
    const { Visitor } = await import('../support/visitor');
    await new Visitor(panel.url).signIn('person@study.example', 's3cret-pass-phrase');
    const stranger = await new Visitor(panel.url).open('/change-password/recovery-code-123');
    await stranger.press('Set password', {
      'New password': 's3cret-pass-phrase',
      'Confirm password': 's3cret-pass-phrase',
    });
    await visitor.open('/country/add', {
      method: 'POST',
      body: 'x=%',
      headers: { 'content-type': 'text/plain' },
    });
    const [, cookie] = /session-\w+=([^;]+)/.exec(visitor.cookieHeader) ?? [];
    const output = panel.output();
    expect(output).toContain('a call to the API host failed');
    expect(output).toContain('unreadable answer');
    for (const secret of [...secrets, cookie, 'person@study.example'])
      expect(output).not.toContain(secret);
  });
});

describe('a visitor whose every input is hostile', () => {
  const demo = demoPanel();

  /** Signs in, and chooses a width of the menu, both with the return address `to`. Returns both responses. */
  async function requestReturns(to: string): Promise<Response[]> {
    const signedIn = await demo.stranger().request(`/login?${new URLSearchParams({ to })}`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'mwansa@panel.example', password: 'demo-administrator' }),
    });
    const visitor = await demo.signedIn();
    const chosen = await visitor.request('/preferences', {
      method: 'POST',
      body: new URLSearchParams({ menu: 'wide', to }),
    });
    return [signedIn, chosen];
  }
  const injections = sweep(
    [
      `' or '1'='1`,
      `1; drop table user_account; --`,
      `1) union select user_password from user_account --`,
      '%',
      '_',
      '../../../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '%00',
      SCRIPT,
    ],
    (_text, index) => index % 2 === 0,
  );

  it.each(injections)(
    'ASVS 1.2.4: %j finds, shows and breaks nothing, in any parameter of a list',
    async (text) => {
      const visitor = await demo.signedIn();
      for (const name of [
        'user_username',
        'u_status',
        'user_id.min',
        'user_createdate.from',
        'sort',
        'cols',
        'page',
        'size',
        'q',
        text,
      ]) {
        await visitor.open(`/users?${new URLSearchParams({ [name]: text })}`);
        expect([name, visitor.status]).toEqual([name, 200]);
        expectNoMarkup(visitor.document);
        expect(visitor.html).not.toMatch(/argon2|root:x:0/);
        // Wildcards have no special meaning in filters.
        if (name === 'user_username' || name === 'q')
          expect(visitor.page.getByText('No Data')).toBeTruthy();
      }
      expect(await demo.sql('select count(*) as n from user_account')).toEqual([{ n: 14 }]);
    },
  );

  it.each(injections)(
    'ASVS 5.3.2: %j in a path reads no file and no other record',
    async (text) => {
      const visitor = await demo.signedIn();
      const id = encodeURIComponent(text);
      for (const path of [
        '/user/edit/',
        '/phone/edit/',
        '/participant/view/',
        '/participant/erase/',
        '/participant/withdraw/',
        '/participant/report/',
        '/erasure/',
        '/quiz-attempt/edit/',
        '/delete/user/',
        '/phone/participants/',
        '/export/',
        '/change-password/',
        '/files/',
      ]) {
        await visitor.open(path + id);
        expect([path, visitor.status < 500]).toEqual([path, true]);
        expectNoMarkup(visitor.document);
        expect(visitor.html).not.toMatch(/argon2|root:x:0/);
      }
    },
  );

  it('ASVS 1.2.1: what is typed stays text when it comes back and when it is stored', async () => {
    const visitor = await demo.signedIn();
    await visitor.open('/sms-category/add');
    await visitor.press('Save', { Name: SCRIPT, Description: '', Status: 'Active' });
    expect(visitor.status).toBe(400);
    expectNoMarkup(visitor.document);
    await visitor.press('Save', { Name: SCRIPT, Description: SCRIPT, Status: 'Active' });
    expectNoMarkup(visitor.document);
    expect(visitor.page.getByLabelText('Name')).toHaveProperty('value', SCRIPT);
    expectNoMarkup((await visitor.open('/sms-categories')).document);
    await visitor.open('/audit');
    expectNoMarkup(visitor.document);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/%09/evil.example',
    '/.//evil.example',
  ])('ASVS 3.7.2: %j leads to no other site, at sign-in and after a menu change', async (to) => {
    for (const { headers } of await requestReturns(to))
      expect(new URL(headers.get('location') ?? '', demo.panel.url).origin).toBe(demo.panel.url);
  });

  it.each([
    ['/users\0', '/home'],
    ['/users\u0001?q=x', '/home'],
    ['/users\u0085', '/home'],
    ['/countries?q=\u20ac', '/countries?q=%E2%82%AC'],
    ['/countries?q=\u{1f600}\u0142\u00e9', '/countries?q=%F0%9F%98%80%C5%82%C3%A9'],
    ['/countries?q=%E2%82%AC', '/countries?q=%E2%82%AC'],
  ])('a return address of %j leads to %s', async (to, expected) => {
    for (const { status, headers } of await requestReturns(to))
      expect([status, headers.get('location')]).toEqual([302, expected]);
  });

  it.each(['\0', '\u20ac', '\ud83d\ude00', '\r\nX-Smuggled: yes'])(
    'a post to an address that holds %j is answered without an error of the server',
    async (odd) => {
      const visitor = await demo.signedIn();
      const id = encodeURIComponent(odd);
      for (const path of [
        `/import/${id}`,
        `/delete/country/${id}?list=${id}`,
        `/phone/participants/${id}/unlink/${id}`,
        `/export/countries?q=${id}`,
        `/country/edit/${id}?list=${id}`,
        `/discussion/edit/${id}`,
        `/quiz/add?list=${id}`,
      ]) {
        const answer = await visitor.request(path, {
          method: 'POST',
          body: new URLSearchParams({ token: 'a' }),
        });
        expect([path, answer.status < 500]).toEqual([path, true]);
        expect(answer.headers.get('x-smuggled')).toBeNull();
        await answer.body?.cancel();
      }
    },
  );

  it('ASVS 15.3.3: nobody makes themselves an administrator, or active, at sign-up', async () => {
    await demo.stranger().open('/create-account', {
      method: 'POST',
      body: new URLSearchParams({
        email: 'climber@research.example',
        password: 'maize lantern otter',
        confirmation: 'maize lantern otter',
        user_role: '1',
        urole: '1',
        user_status: '1',
        ustatus: '1',
        u_status: 'Active',
      }),
    });
    expect(
      await demo.sql(
        "select user_role, user_status from user_account where user_email = 'climber@research.example'",
      ),
    ).toEqual([{ user_role: 2, user_status: 2 }]);
  });

  it('ASVS 3.5.1: a post of another site changes nothing', async () => {
    const visitor = await demo.signedIn();
    const foreign: [string, string][] = [
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
    ];
    for (const headers of foreign) {
      const response = await visitor.request('/delete/country/1', {
        method: 'POST',
        headers: new Headers([headers]),
      });
      expect(response.status).toBe(403);
      await response.body?.cancel();
    }
    expect(await demo.sql('select country_id from country where country_id = 1')).toHaveLength(1);
  });
});
