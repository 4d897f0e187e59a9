import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { applyBackpressure } from '../../server/backpressure';

/** Returns a client that reads nothing until the test resumes it, and the open response to its request. */
async function openResponse() {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {});
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: panel\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { client, response: response as Parameters<typeof applyBackpressure>[0] };
}

const PART = 'x'.repeat(16_000_000);

it('an export waits while its client reads nothing, and continues when the client reads again', async () => {
  const { client, response } = await openResponse();
  response.write(PART);
  const ready = applyBackpressure(response).then(() => 'ready');
  expect(await Promise.race([ready, setTimeout(300, 'waits')])).toBe('waits');
  client.resume();
  expect(await ready).toBe('ready');
});

it('an export ends when its client disconnects', async () => {
  const { client, response } = await openResponse();
  response.write(PART);
  const ready = applyBackpressure(response);
  client.destroy();
  await expect(ready).rejects.toThrow('the client has gone');
});
