import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';
import { remotePanel } from '../support/remote';
import { take } from '../support/take';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Line {
  msg: string;
  request?: string;
  route?: string;
  [field: string]: unknown;
}

/** Returns the log lines in the output so far. */
function getLines(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

describe('a panel whose API host does not answer', () => {
  const remote = remotePanel({ API_TIMEOUT_MS: '60000' });

  it('is alive but not ready, and names the part that does not answer, and nothing else', async () => {
    remote.host.on('healthz', () => new Promise(() => {}));
    const answer = await fetch(`${remote.panel.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // On a busy machine, another part may be slow at first. This asks again until only the host fails.
    await expect
      .poll(async () => (await fetch(`${remote.panel.url}/readyz`)).json())
      .toEqual({
        ready: false,
        parts: { panel: 'ok', host: 'no answer', store: 'ok', documents: 'ok' },
      });
    expect((await fetch(`${remote.panel.url}/healthz`)).status).toBe(200);
  });

  it('is not ready while the host fails, and ready again once the host answers', async () => {
    remote.host.on('healthz', (_call, response) => {
      response.writeHead(502).end();
    });
    const ready = async () => (await fetch(`${remote.panel.url}/readyz`)).status;
    await expect.poll(ready).toBe(503);
    // A host that does not have this path is reachable all the same.
    remote.host.on('healthz', (_call, response) => {
      response.writeHead(404).end();
    });
    await expect.poll(ready).toBe(200);
  });

  it('calls the host at most once a second, however many clients ask for /readyz', async () => {
    remote.host.calls.length = 0;
    const start = Date.now();
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${remote.panel.url}/readyz`)));
    const seconds = (Date.now() - start) / 1_000;
    expect(remote.host.to('healthz').length).toBeLessThanOrEqual(1 + seconds);
  });
});

describe('a request', () => {
  const remote = remotePanel();

  it('has its own id, which is in the answer, the log, the calls to the host and the audit entry', async () => {
    const answer = await remote.visitor.request('/countries?country_name=Zambia');
    await answer.text();
    const id = answer.headers.get('x-request-id') ?? '';
    expect(id).toMatch(UUID);
    const [list] = take(remote.host.to('country/list'), 1);
    expect(list.headers['x-request-id']).toBe(id);
    await expect.poll(() => remote.host.to('audit/update').length).toBe(1);
    expect(defined(remote.host.to('audit/update')[0]).headers['x-request-id']).toBe(id);
    const lines = () => getLines(remote.panel.output()).filter(({ request }) => request === id);
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      msg: 'request',
      method: 'GET',
      route: '/countries',
      status: 200,
      ms: expect.any(Number),
    });
  });

  it('is counted nowhere unless a port for metrics is set', async () => {
    expect(remote.panel.output()).not.toContain('metrics are served');
    expect((await remote.visitor.request('/metrics')).headers.get('location')).toBe('/home');
  });

  it('keeps a valid id that a trusted proxy has set, and replaces an invalid one', async () => {
    const ask = async (given: string) =>
      (
        await fetch(`${remote.panel.url}/login`, { headers: { 'x-request-id': given } })
      ).headers.get('x-request-id');
    expect(await ask('proxy-4f2a9c')).toBe('proxy-4f2a9c');
    for (const odd of ['short', 'ann@study.example', 'a'.repeat(65), '{"level":60} forged'])
      expect(await ask(odd)).toMatch(UUID);
  });

  it('leaves one log line without ids, queries and names, also for unknown addresses', async () => {
    const before = remote.panel.output().length;
    for (const path of [
      '/phone/edit/%2B260971234567?q=Chanda',
      '/change-password/secret-recovery-code',
      '/+260971234567/chanda',
      '/users.data?q=Chanda',
      '/healthz',
    ])
      await (await remote.visitor.request(path)).text();
    const lines = () =>
      getLines(remote.panel.output().slice(before)).filter(({ msg }) => msg === 'request');
    await expect
      .poll(() =>
        lines()
          .map(({ route }) => route)
          .slice(-4),
      )
      .toEqual(['/phone', '/change-password', 'other', '/users']);
    expect(remote.panel.output().slice(before)).not.toMatch(/971234567|chanda|recovery-code/i);
  });

  it('that fails shows its id to the person, who can report it', async () => {
    await remote.visitor.open('/home', { method: 'POST' });
    expect(remote.visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      'There is a problem',
    );
    const shown = remote.visitor.document.querySelector('code')?.textContent ?? '';
    expect(shown).toMatch(UUID);
    await expect
      .poll(() => getLines(remote.panel.output()).filter(({ request }) => request === shown).length)
      .toBeGreaterThan(0);
  });
});

describe('a panel with a port for metrics that trusts only a proxy at another address', () => {
  const demo = demoPanel({ METRICS_PORT: '0', TRUST_PROXY: '10.0.0.7' });
  const metrics = async (path = '/metrics') => {
    const line = getLines(demo.panel.output()).find(({ msg }) => msg === 'metrics are served');
    return fetch(`http://127.0.0.1:${line?.port}${path}`);
  };

  it('is ready, and names the state of each part', async () => {
    const ask = async () => {
      const answer = await fetch(`${demo.panel.url}/readyz`);
      return { status: answer.status, body: await answer.json() };
    };
    await expect.poll(ask).toEqual({
      status: 200,
      body: { ready: true, parts: { panel: 'ok', host: 'ok', store: 'ok', documents: 'ok' } },
    });
  });

  it('serves the metrics on that port only, and nothing else there', async () => {
    expect((await fetch(`${demo.panel.url}/metrics`, { redirect: 'manual' })).status).toBe(302);
    expect((await metrics('/home')).status).toBe(404);
    const answer = await metrics();
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toContain('process_cpu_seconds_total');
  });

  it('counts requests, calls to the host and failed sign-ins, and names nobody', async () => {
    const stranger = demo.stranger();
    await stranger.signIn('chanda@study.example', 'not the right password');
    const visitor = await demo.signedIn();
    await visitor.open('/countries?country_name=Zambia');
    await visitor.open('/phone/edit/+260971234567');
    await visitor.open('/+260971234567');
    // A request is counted after its answer. When this request is answered, those above have been counted.
    await visitor.open('/home');
    const text = await (await metrics()).text();
    expect(text).toMatch(
      /panel_request_duration_seconds_count\{method="GET",route="\/countries",status="2xx"\} 1/,
    );
    expect(text).toMatch(
      /panel_host_call_duration_seconds_count\{call="country\/list",outcome="ok"\} \d+/,
    );
    expect(text).toContain(
      'panel_host_call_duration_seconds_count{call="login",outcome="refused"}',
    );
    expect(text).toContain('panel_sign_in_failures_total{reason="refused"} 1');
    expect(text).toMatch(/panel_data_folder_free_bytes \d+/);
    expect(text).not.toMatch(/chanda|971234567|zambia|mwansa/i);
  });

  it('does not accept a request id from a client that is not its proxy', async () => {
    const answer = await fetch(`${demo.panel.url}/login`, {
      headers: { 'x-request-id': 'stranger-4f2a9c' },
    });
    expect(answer.headers.get('x-request-id')).toMatch(UUID);
  });
});
