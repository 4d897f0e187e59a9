import { randomUUID } from 'node:crypto';
import type { Envelope } from 'shared/envelope';
import { toErrorText } from 'shared/error-text';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { TooLongError } from '../server/read-bytes';
import { requestId } from '../server/request-scope.server';
import { type ApiResult, toResult } from './api-result';
import type { ChangeEntry } from './change-entry';
import type { Condition } from './condition';
import { isMissingStatus, noteFoundEndpoint, noteMissingEndpoint } from './missing.server';
import { stripQuery } from './path-only';
import type { Reading } from './read-envelope';
import { followNone, readRedirectError } from './redirect.server';

/** The additional headers and time of a call. */
export type Call = Pick<RequestInit, 'method' | 'body' | 'cache'> & {
  headers?: Condition | { 'idempotency-key': string } | { 'content-type': string };
  timeoutMs?: number;
};

/** The way to a host. */
export interface Sender {
  /** Sends one request; `entries` are for a host that writes the audit entries of a change. */
  send(path: string, call: Call, entries?: readonly ChangeEntry[]): Promise<Response>;
  /** Notes that the host has refused the panel itself, not a user. */
  onRefused?(path: string, status: number): Promise<void>;
}

interface Answer<T> {
  response: Response;
  content: T;
}

/** Asks the host at `path` and has `read` take its answer, of up to API_MAX_BYTES; every failure is an error. */
export async function exchange<T>(
  sender: Sender,
  path: string,
  call: Call,
  read: (body: Response['body'], max: number) => Promise<T>,
  entries?: readonly ChangeEntry[],
): Promise<ApiResult<Answer<T>>> {
  let response: Response | undefined;
  try {
    response = await sender.send(path, call, entries);
    const error = await readRedirectError(response, stripQuery(path));
    if (error) return { ok: false, error };
    if (REFUSED_STATUSES.includes(response.status) && !UNREPORTED_PATHS.includes(stripQuery(path)))
      await sender.onRefused?.(path, response.status);
    const content = await read(response.body, config.API_MAX_BYTES);
    return { ok: true, value: { response, content } };
  } catch (error) {
    if (!(error instanceof TooLongError)) return noteUnreachable(path, describeReason(error));
    log.warn({ path: stripQuery(path), reason: error.message }, 'the API host sent too much');
    return { ok: false, error: { kind: 'too long', status: response?.status } };
  }
}

const REFUSED_STATUSES: readonly number[] = [401, 403];
/**
 * The paths at which a refusal is not reported: it may be about a user's password, or about an entry of a log,
 * whose report would be refused too.
 */
const UNREPORTED_PATHS: readonly string[] = [
  ...['login', 'login/update', 'audit/update', 'log/update'],
  ...[config.API_CHANGE_OWN_PASSWORD_PATH, config.API_CHANGE_PASSWORD_PATH].map(stripQuery),
];

/** The words of hosts for a record that they do not have (wire.md). */
const LOOK_UP_FAILED = /^The specified .* could not be found/i;

/** Returns the envelope of an answer, or the error that stands for it. */
export function open(path: string, { response, content }: Answer<Reading>): ApiResult<Envelope> {
  const { status } = response;
  const { envelope, bytes } = content;
  if (!response.ok) {
    // Some hosts refuse with a status besides; a missing path and a host in trouble are no refusal.
    const refused = envelope && !envelope.succeeded && status < 500;
    const isMissing = isMissingStatus(status) && !LOOK_UP_FAILED.test(envelope?.message ?? '');
    if (refused && !isMissing) return toResult(envelope);
    if (isMissing) return noteMissingEndpoint(path, status);
    return noteUnreachable(path, `status ${status}`, status);
  }
  if (!envelope) {
    log.warn({ path: stripQuery(path), bytes }, 'the API host sent an unreadable answer');
    return { ok: false, error: { kind: 'unreadable' } };
  }
  noteFoundEndpoint(path);
  return toResult(envelope);
}

/** Returns the request of a call. One time limit covers the connection, the headers and the whole body. */
export function buildRequest({ timeoutMs, ...init }: Call): RequestInit {
  return {
    ...init,
    ...followNone,
    headers: {
      ...init.headers,
      accept: 'application/json',
      'x-request-id': requestId() ?? randomUUID(),
    },
    signal: AbortSignal.timeout(timeoutMs ?? config.API_TIMEOUT_MS),
  };
}

/** Logs and returns the error of a call without an answer, or of a failure of the host. */
export function noteUnreachable(path: string, reason: string, status?: number): ApiResult<never> {
  log.warn({ path: stripQuery(path), reason }, 'a call to the API host failed');
  return { ok: false, error: { kind: 'unreachable', status } };
}

function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return toErrorText(error);
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return [error.name, error.message, cause].filter(Boolean).join(': ');
}
