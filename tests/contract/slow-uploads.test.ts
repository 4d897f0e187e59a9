import { request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { demoPanel } from '../support/embedded';
import { gif } from '../support/files';
import { remotePanel } from '../support/remote';
import type { Visitor } from '../support/visitor';

/** The time that the host may be silent. */
const LIMIT_MS = 2_000;
const PIECES = 6;
const PIECE = Buffer.alloc(2_000, 7);

const FAILED = 'Unable to upload thumbnail image. Please try again';

/** Sends a picture in chunks at equal intervals, as over a slow connection. */
async function sendSlowly(
  visitor: Visitor,
  pauseMs: number,
  { pieces = PIECES, piece = PIECE } = {},
) {
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.gif"\r\n' +
    'Content-Type: image/gif\r\n\r\n';
  const start = performance.now();
  const sending = request(new URL('/upload/facility/facility_thumbnailUrl', visitor.base), {
    method: 'POST',
    headers: {
      cookie: visitor.cookieHeader,
      'content-type': 'multipart/form-data; boundary=x',
      'sec-fetch-site': 'same-origin',
    },
  });
  const answer = new Promise<{ status?: number; body: string }>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', async (response) => {
      let body = '';
      for await (const part of response.setEncoding('utf8')) body += part;
      resolve({ status: response.statusCode, body });
    });
  });
  // The check of the file's type reads this much first.
  sending.write(Buffer.concat([Buffer.from(head), gif, Buffer.alloc(5_000, 7)]));
  for (let n = 0; n < pieces; n += 1) {
    await setTimeout(pauseMs);
    sending.write(piece);
  }
  sending.end('\r\n--x--\r\n');
  const { status, body } = await answer;
  return { status, answer: JSON.parse(body), ms: performance.now() - start };
}

const getSize = (pieces: number) => gif.length + 5_000 + pieces * PIECE.length;

describe('a picture over a weak link', () => {
  const remote = remotePanel({ UPLOAD_TIMEOUT_MS: String(LIMIT_MS) });
  const demo = demoPanel({ UPLOAD_TIMEOUT_MS: String(LIMIT_MS) });

  it('is given up when the host is silent after the last byte, however long the upload took', async () => {
    remote.host.on('upload/Facility', () => new Promise(() => {}));
    const { status, answer, ms } = await sendSlowly(remote.visitor, LIMIT_MS / 2);
    expect([status, answer]).toEqual([400, { message: FAILED }]);
    expect(ms).toBeGreaterThan(4 * LIMIT_MS - 500);
  });

  it('is sent on whole to a remote host when it takes several times the limit', async () => {
    remote.host.on('upload/Facility', () => ({ Succeeded: true, Message: null, Data: '/a.png' }));
    const { status, answer, ms } = await sendSlowly(remote.visitor, LIMIT_MS / 2);
    expect([status, answer]).toEqual([200, { address: expect.stringMatching(/\/a\.png$/) }]);
    expect(ms).toBeGreaterThan(3 * LIMIT_MS - 500);
    expect(defined(remote.host.to('upload/Facility')[0]).body.length).toBeGreaterThan(
      getSize(PIECES),
    );
  });

  it('is stored whole by the embedded host, though each pause is longer than the limit', async () => {
    const visitor = await demo.signedIn();
    const { status, answer, ms } = await sendSlowly(visitor, LIMIT_MS + 500, { pieces: 3 });
    expect([status, answer]).toEqual([
      200,
      { address: expect.stringMatching(/^\/files\/.*\.gif$/) },
    ]);
    expect(ms).toBeGreaterThan(3 * LIMIT_MS);
    const stored = await visitor.request(answer.address);
    expect((await stored.arrayBuffer()).byteLength).toBe(getSize(3));
  });
});

describe('a host that takes no further byte', () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.pause().on('error', () => {}));
  });
  const env = { UPLOAD_TIMEOUT_MS: String(LIMIT_MS), UPLOAD_URL: 'http://127.0.0.1' };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address && typeof address === 'object') env.UPLOAD_URL += `:${address.port}`;
  });
  const demo = demoPanel(env);
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is given up in the middle of the upload, and the panel still works', async () => {
    const visitor = await demo.signedIn();
    const { status, answer } = await sendSlowly(visitor, 10, { piece: Buffer.alloc(3_500_000, 7) });
    expect([status, answer]).toEqual([400, { message: FAILED }]);
    expect(sockets.size).toBeGreaterThan(0);
    await visitor.open('/home');
    expect(visitor.status).toBe(200);
  });
});
