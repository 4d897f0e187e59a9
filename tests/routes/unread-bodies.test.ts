import { Agent, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { sharedDemo } from '../support/embedded';

const demo = sharedDemo();

/** Sends a request over the agent's connection. Returns the status of the answer, and discards its body. */
function send(agent: Agent, method: string, path: string, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, demo.panel.url), {
      agent,
      method,
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body),
      },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(Number(response.statusCode)));
    });
    call.end(body);
  });
}

it.each(['/sms-category/add', '/nowhere', '/logout', '/export/users'])(
  'a connection accepts the next request after %s has answered a long form without reading it',
  async (path) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    await send(agent, 'POST', path, `a=${'x'.repeat(400_000)}`);
    const next = send(agent, 'GET', '/healthz');
    const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'no answer').unref());
    expect(await Promise.race([next, late])).toBe(200);
  },
);
