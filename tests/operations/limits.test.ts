import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDrain } from '../../server/drain';
import { createLimitedServer, panelLimits } from '../../server/limits';
import { listen } from '../../server/listen';
import { runs } from '../support/full';
import { type RunningPanel, startPanel } from '../support/panel';

/**
 * Opens a connection, and collects all data that it receives. With `allowHalfOpen`, it stays open for sending when the
 * server has ended its side.
 */
async function open(port: number, { allowHalfOpen = false } = {}) {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  let isClosed = false;
  socket
    .on('error', () => {})
    .once('close', () => {
      isClosed = true;
    });
  await once(socket, 'connect');
  return { socket, text: () => text, isClosed: () => isClosed };
}

describe('the panel', () => {
  let panel: RunningPanel;
  let port: number;
  beforeAll(async () => {
    panel = await startPanel();
    port = Number(new URL(panel.url).port);
  });
  afterAll(() => panel.stop());

  const alive = async () => expect((await fetch(`${panel.url}/healthz`)).status).toBe(200);

  it.each([
    ['no HTTP at all', '\x16\x03\x01 hello\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    [
      'two lengths',
      'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    [
      'a length and chunks',
      'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n'],
  ])(
    'a malformed request (%s) is answered with a short status 400, and the connection ends',
    async (_name, sent) => {
      const { socket, text, isClosed } = await open(port);
      socket.write(sent, 'latin1');
      await expect.poll(isClosed).toBe(true);
      expect(text()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(text()).toMatch(/Connection: close/i);
      expect(text().length).toBeLessThan(300);
      expect(text()).not.toMatch(/ at |Error|node:/);
      await alive();
    },
  );

  it('a chunk with an invalid length, after the header: the connection ends', async () => {
    const { socket, text, isClosed } = await open(port);
    const header = 'Host: x\r\nSec-Fetch-Site: same-origin\r\nTransfer-Encoding: chunked';
    const type = 'Content-Type: application/x-www-form-urlencoded';
    socket.write(`POST /login HTTP/1.1\r\n${header}\r\n${type}\r\n\r\nzz\r\n`);
    await expect.poll(isClosed).toBe(true);
    expect(text()).not.toMatch(/ at .*:\d+/);
    await alive();
    expect(panel.output()).not.toMatch(/^\s+at /m);
  });

  it.each([
    ['one of 20 kB', `A: ${'a'.repeat(20_000)}\r\n`],
    [`more than ${panelLimits.headers}`, 'A: 1\r\n'.repeat(panelLimits.headers)],
  ])(
    'headers that are too large or too many (%s) are refused with status 431',
    async (_name, headers) => {
      const { socket, text, isClosed } = await open(port);
      socket.write(`GET /login HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
      await expect.poll(isClosed).toBe(true);
      expect(text()).toMatch(/^HTTP\/1\.1 431 /);
      expect(text().length).toBeLessThan(300);
    },
  );

  it('a connection beyond the limit is closed, and new connections are accepted once others have ended', async () => {
    const sockets = await Promise.all(
      Array.from({ length: panelLimits.connections }, () => open(port)),
    );
    const late = await open(port);
    await expect.poll(late.isClosed).toBe(true);
    for (const { socket } of sockets) socket.destroy();
    await expect
      .poll(() =>
        alive()
          .then(() => true)
          .catch(() => false),
      )
      .toBe(true);
  });

  // Only in the full run: the test takes as long as the time limit.
  if (runs(0, 1) > 0)
    it('a header that does not end: the connection ends within 40 seconds', async () => {
      const { socket, text, isClosed } = await open(port);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
      const dripping = setInterval(() => socket.write('A: b\r\n'), 1_000);
      onTestFinished(() => clearInterval(dripping));
      await expect.poll(isClosed, { timeout: 90_000 }).toBe(true);
      expect(text()).toMatch(/^HTTP\/1\.1 408 /);
    });
});

describe('the same server with short time limits', () => {
  const limits = { ...panelLimits, headerMs: 300, bodyMs: 1_000, inactivityMs: 30_000 };

  /** Starts a server that answers with the length of each body. */
  async function start() {
    const server = createLimitedServer(async (request, response) => {
      let length = 0;
      try {
        for await (const part of request) length += part.length;
        response.end(`length ${length}`);
      } catch {
        // The sender has closed the connection.
      }
    }, limits);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return open(await listen(server, 0, '127.0.0.1'));
  }

  /** Starts a server that refuses each request without reading its body. */
  async function startRefusing({ bodyMs = limits.bodyMs, allowHalfOpen = false } = {}) {
    const server = createLimitedServer(
      (_request, response) => {
        response.writeHead(413).end('too large');
      },
      { ...limits, bodyMs },
    );
    const drain = createDrain(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const port = await listen(server, 0, '127.0.0.1');
    return { ...(await open(port, { allowHalfOpen })), drain };
  }

  it('a client that is still sending gets the refusal, and then the connection ends', async () => {
    const { socket, text, isClosed } = await startRefusing();
    const size = 50_000_000;
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(size));
    await expect.poll(isClosed, { timeout: 30_000 }).toBe(true);
    expect(text()).toContain('too large');
    expect(socket.errored).toBe(null);
  });

  it('a client that gets a refusal and sends nothing more is disconnected', async () => {
    const { socket, text, isClosed } = await startRefusing();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 9\r\n\r\n');
    await expect.poll(text).toContain('too large');
    await expect.poll(isClosed, { timeout: 30_000 }).toBe(true);
  });

  it('a stop closes the connection of a client that is still sending once, not again and again', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const client = await startRefusing({ bodyMs: 60_000, allowHalfOpen: true });
    const { socket, text, drain } = client;
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n',
    );
    await expect.poll(text).toContain('too large');
    expect(await drain.end(3_000)).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('a header that does not end is answered with 408', async () => {
    const { socket, text, isClosed } = await start();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    await expect.poll(isClosed, { timeout: 30_000 }).toBe(true);
    expect(text()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a body that comes too slowly is cut', async () => {
    const { socket, text, isClosed } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    const dripping = setInterval(() => socket.write('a'), 50);
    onTestFinished(() => clearInterval(dripping));
    await expect.poll(isClosed, { timeout: 30_000 }).toBe(true);
    expect(text()).toBe('');
  });

  it('a body that keeps coming may take longer than the period of the limit for slow bodies', async () => {
    const { socket, text, isClosed } = await start();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    for (let part = 0; part < 25; part += 1) {
      socket.write('a'.repeat(4_000));
      await wait(200);
    }
    await expect.poll(text, { timeout: 30_000 }).toContain('length 100000');
    expect(isClosed()).toBe(false);
  });
});
