import { Agent, request } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of many concurrent connections: the response times in seconds, and how many requests were refused or
 * failed.
 */
export interface CrowdResult {
  connections: number;
  perSecond: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
  /** The number of answers 503, after which a client waits as long as `Retry-After` says. */
  busy: number;
  /** The number of broken connections and of answers with a status other than 200 and 503. */
  failed: number;
}

/**
 * Opens all connections at once, and for `seconds` seconds sends one request after the other on each. The host in `url`
 * must be an IP address: with a name, the look-up would open the connections one after the other.
 */
async function measureCrowd(
  url: string,
  headers: Record<string, string>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<CrowdResult> {
  const times = createHistogram();
  let busy = 0;
  let failed = 0;
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < end) {
        const start = performance.now();
        const { status, retryAfter } = await ask(url, headers, agent);
        if (status === 200) times.record(Math.max(1, Math.round(performance.now() - start)));
        else if (status === 503) busy += 1;
        else failed += 1;
        if (retryAfter > 0) await wait(Math.min(retryAfter * 1_000, end - performance.now()));
      }
      agent.destroy();
    }),
  );
  const percentile = (percent: number) => times.percentile(percent) / 1_000;
  return {
    connections,
    perSecond: times.count / ((performance.now() - begin) / 1_000),
    p50: percentile(50),
    p90: percentile(90),
    p99: percentile(99),
    max: times.max / 1_000,
    busy,
    failed,
  };
}

/** Prints the response times of a list's first page with 8, 64 and 256 connections, in seconds. */
export async function printCrowds(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<void> {
  console.log('connections    /s     p50     p90     p99     max  p99/p50   503  failed');
  for (const connections of [8, 64, 256]) {
    const crowd = await measureCrowd(`${url}/participants`, headers, { connections, seconds });
    const { perSecond, p50, p90, p99, max, busy, failed } = crowd;
    const cells = [
      String(connections).padStart(11),
      perSecond.toFixed(0).padStart(6),
      ...[p50, p90, p99, max].map((time) => time.toFixed(3).padStart(8)),
      (p99 / p50).toFixed(1).padStart(9),
      String(busy).padStart(6),
      String(failed).padStart(8),
    ];
    console.log(cells.join(''));
  }
}

function ask(
  url: string,
  headers: Record<string, string>,
  agent: Agent,
): Promise<{ status: number; retryAfter: number }> {
  return new Promise((resolve) => {
    const outgoing = request(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.once('error', () => resolve({ status: 0, retryAfter: 0 }));
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: Number(answer.headers['retry-after'] ?? 0),
        }),
      );
    });
    outgoing.once('error', () => resolve({ status: 0, retryAfter: 0 }));
    outgoing.end();
  });
}
