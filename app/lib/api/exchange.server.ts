import { randomUUID } from 'node:crypto';
import { config } from '../config.server';
import { log } from '../log.server';
import { TooLongError } from '../read-bytes';
import { requestId } from '../request-scope.server';
import type { Condition } from './condition';
import { embeddedHost } from './embedded-host.server';
import type { ApiResult, Envelope } from './envelope';
import type { Reading } from './read-envelope';

/** What a call adds to the headers that every call has, and to its time. */
export type Call = Pick<RequestInit, 'method' | 'body' | 'cache'> & {
  headers?: Condition | { 'idempotency-key': string };
  timeoutMs?: number;
};

interface Answer<T> {
  response: Response;
  content: T;
}

/** Asks the host at `path` and has `read` take its answer, of up to API_MAX_BYTES; every failure is a fault. */
export async function exchange<T>(
  path: string,
  init: Call,
  read: (body: Response['body'], max: number) => Promise<T>,
): Promise<ApiResult<Answer<T>>> {
  try {
    const response = await send(path, init);
    const content = await read(response.body, config.API_MAX_BYTES);
    return { ok: true, value: { response, content } };
  } catch (error) {
    if (!(error instanceof TooLongError)) return unreachable(path, reasonOf(error));
    log.warn({ path: pathOnly(path), reason: error.message }, 'the API host sent too much');
    return { ok: false, fault: { kind: 'too long' } };
  }
}

/** The envelope of an answer, or why there is none. */
export function open(path: string, { response, content }: Answer<Reading>): ApiResult<Envelope> {
  if (!response.ok) return unreachable(path, `status ${response.status}`, response.status);
  const { envelope, bytes } = content;
  if (!envelope) {
    log.warn({ path: pathOnly(path), bytes }, 'the API host sent an unreadable answer');
    return { ok: false, fault: { kind: 'unreadable' } };
  }
  // The items of a failed answer may hold secrets (wire.md): only the message goes on.
  return envelope.succeeded
    ? { ok: true, value: envelope }
    : { ok: false, fault: { kind: 'refused', message: envelope.message } };
}

/** One time limit covers the connection, the headers and the whole body. */
export async function send(path: string, { timeoutMs, ...init }: Call): Promise<Response> {
  const request = {
    ...init,
    headers: {
      ...init.headers,
      accept: 'application/json',
      'x-request-id': requestId() ?? randomUUID(),
      ...(config.API_HOST_TOKEN ? { authorization: `Bearer ${config.API_HOST_TOKEN}` } : {}),
    },
    signal: AbortSignal.timeout(timeoutMs ?? config.API_TIMEOUT_MS),
  };
  if (config.API_HOST_URL)
    return fetch(`${config.API_HOST_URL.replace(/\/+$/, '')}/${path}`, request);
  const host = await embeddedHost();
  return host.fetch(new Request(`http://embedded.invalid/${path}`, request));
}

/** A path and its query. */
export function withSearch(path: string, search = ''): string {
  return search ? `${path}?${search}` : path;
}

/** The fault of a call that got no answer, or a failure of the host; logged. */
export function unreachable(path: string, reason: string, status?: number): ApiResult<never> {
  log.warn({ path: pathOnly(path), reason }, 'the API host could not be reached');
  return { ok: false, fault: { kind: 'unreachable', status } };
}

/** A path without its query and without ids: both may name a person. */
export function pathOnly(path: string): string {
  return path.split('?')[0].split('/').slice(0, 2).join('/');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return [error.name, error.message, cause].filter(Boolean).join(': ');
}
