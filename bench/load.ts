import { createHistogram } from 'node:perf_hooks';
import { getProcessorTime } from './server';

/** The cost of one kind of request under concurrency; times in milliseconds. */
export interface Cost {
  name: string;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** The server's processor time for one request. */
  work: number;
  /** The time to the first byte of the body, at p50. */
  firstByte: number;
  bytes: number;
}

export interface Answer {
  /** Milliseconds until the headers, and until the whole body. */
  first: number;
  all: number;
  bytes: number;
}

/** The number of requests that are sent at the same time. */
export const CONNECTIONS = 8;
/** Node compiles functions that are called often. After this number of requests of one kind, Node gets no faster. */
const WARM_UP_REQUESTS = 2_000;

interface LoadOptions {
  /** The id of the process that answers. */
  server: number;
  seconds: number;
  /** The number of requests before the measurement. */
  warmUp?: number;
}

/** Warms up, and then sends requests for `seconds` seconds, several at a time. */
export async function measure(
  name: string,
  ask: (connection: number) => Promise<Answer>,
  { server, seconds, warmUp = WARM_UP_REQUESTS }: LoadOptions,
): Promise<Cost> {
  await askUntil((asked) => asked >= warmUp, ask);
  const all = createHistogram();
  const first = createHistogram();
  let bytes = 0;
  const workBefore = getProcessorTime(server);
  const begin = performance.now();
  const isOver = () => performance.now() - begin >= seconds * 1_000;
  await askUntil(isOver, ask, (answer) => {
    all.record(Math.max(1, Math.round(answer.all * 1_000)));
    first.record(Math.max(1, Math.round(answer.first * 1_000)));
    bytes = answer.bytes;
  });
  const took = (performance.now() - begin) / 1_000;
  const ms = (histogram: typeof all, percent: number) => histogram.percentile(percent) / 1_000;
  return {
    name,
    perSecond: all.count / took,
    work: (getProcessorTime(server) - workBefore) / all.count,
    p50: ms(all, 50),
    p95: ms(all, 95),
    p99: ms(all, 99),
    firstByte: ms(first, 50),
    bytes,
  };
}

async function askUntil(
  isOver: (asked: number) => boolean,
  ask: (connection: number) => Promise<Answer>,
  record: (answer: Answer) => void = () => {},
): Promise<void> {
  let asked = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      do {
        asked += 1;
        record(await ask(connection));
      } while (!isOver(asked));
    }),
  );
}

/** Sends one request, and reads and discards the body of its response. Throws if the status is unexpected. */
export async function ask(
  url: string,
  { status = 200, ...init }: RequestInit & { status?: number } = {},
): Promise<Answer> {
  const begin = performance.now();
  const response = await fetch(url, { ...init, redirect: 'manual' });
  let bytes = 0;
  let first = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    first ||= performance.now() - begin;
    bytes += part.value.byteLength;
  }
  const all = performance.now() - begin;
  if (response.status !== status) throw new Error(`${url} answered ${response.status}`);
  return { first: first || all, all, bytes };
}
