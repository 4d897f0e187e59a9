import { request } from 'node:http';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import type { MalformedRequest } from './malformed-requests';
import { type RawAnswer, sendRaw } from './raw-request';
import { measureSlowness } from './slowness';

const usedSchema = z.object({ cpu: z.number(), busy: z.number() });

/** The module that a server loads to report its processor time. */
export const REPORT_CPU = path.join(import.meta.dirname, 'report-cpu.mjs');

/** The maximum size in bytes of the response to a refused request, without the values that it repeats. */
const MAX_ANSWER_BYTES = 64 * 1024;
/**
 * The maximum factor by which a value grows in a response. The response contains the value twice, in the markup and in
 * the page's data, and escapes each character with at most six characters.
 */
const ESCAPED = 12;
/** The limit on a machine of the usual speed. */
const MAX_CPU_MS = 200;
/**
 * The maximum number of attempts. The measured time of a cheap request can be too high by chance, but that of
 * an expensive request is too high every time.
 */
const TRIES = 8;

export interface WatchedServer {
  url: string;
  pid: number;
  cpuPort: number;
  output(): string;
}

/**
 * The kind of processor time of which a request may use MAX_CPU_MS. `cpu` counts all threads of the server.
 * `busy` does not count the thread that reads an imported file.
 */
export type Cost = 'cpu' | 'busy';

/** Sends a request, and asserts that the server is still running and that the request was cheap. */
export async function expectHarmless(
  server: WatchedServer,
  { bytes, abortAfter, halfClose, echoed, isRead = false }: MalformedRequest,
  kind: Cost = 'cpu',
): Promise<RawAnswer> {
  let cost = Number.POSITIVE_INFINITY;
  let answer: RawAnswer | undefined;
  for (let tried = 0; tried < TRIES && cost > MAX_CPU_MS; tried++) {
    const before = await usedMs(server, kind);
    answer = await sendRaw(server.url, bytes, { abortAfter, halfClose });
    const alive = await fetch(`${server.url}/healthz`).catch(() => undefined);
    expect(alive !== undefined, `the server has ended:\n${server.output().slice(-2_000)}`).toBe(
      true,
    );
    await alive?.body?.cancel();
    expect(() => process.kill(server.pid, 0)).not.toThrow();
    cost = ((await usedMs(server, kind)) - before) / measureSlowness();
  }
  if (!answer) throw new Error('nothing was sent');
  expect(answer.status, answer.body.subarray(0, 500).toString()).not.toBe(500);
  if (!isRead || isRefusal(answer))
    expect(answer.body.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES + ESCAPED * echoed);
  expect(cost, `milliseconds (${kind})`).toBeLessThanOrEqual(MAX_CPU_MS);
  return answer;
}

/** Returns whether the server has refused the request. A host also refuses with the status 200. */
function isRefusal({ status, body }: RawAnswer): boolean {
  return status !== 200 || body.includes('"succeeded":false');
}

function usedMs({ cpuPort }: WatchedServer, kind: Cost): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: cpuPort }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(usedSchema.parse(JSON.parse(text))[kind]);
    })
      .on('error', () => reject(new Error('the server has ended')))
      .end();
  });
}
