import { randomUUID } from 'node:crypto';
import type { Envelope } from 'shared/envelope';
import { describeError, type ErrorDescription } from 'shared/error-description';
import { TooLongError } from 'shared/read-bytes';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getRequestId } from '../server/request-scope.server';
import type { StoredWithChange } from './api-host';
import { type ApiResult, toResult } from './api-result';
import type { RequestCondition } from './condition';
import { messages } from './messages';
import { isMissingStatus, noteFoundEndpoint, noteMissingEndpoint } from './missing.server';
import { toEndpointPath } from './path-only';
import { LargeItemError, type Reading } from './read-envelope';
import { followNone, readRedirectError } from './redirect.server';

/** The method, body, headers and time limit of one call to the host. */
export type Call = Pick<RequestInit, 'method' | 'body' | 'cache'> & {
  headers?: RequestCondition | { 'idempotency-key': string } | { 'content-type': string };
  timeoutMs?: number;
};

/** Sends requests to one API host. */
export interface Sender {
  /** Sends a request. `stored` is for a host that stores it in the transaction of the change. */
  send(path: string, call: Call, stored?: StoredWithChange): Promise<Response>;
  /** Called if the host answers with status 401 or 403 because it refuses the panel, and not only a user. */
  onRefused?(path: string, status: number): Promise<void>;
}

interface Answer<T> {
  response: Response;
  content: T;
}

/**
 * Sends a call to the host and reads the response with `read`, up to API_MAX_BYTES bytes. Does not throw: returns every
 * failure as an error.
 */
export async function exchange<T>(
  sender: Sender,
  path: string,
  call: Call,
  read: (body: Response['body'], max: number) => Promise<T>,
  stored?: StoredWithChange,
): Promise<ApiResult<Answer<T>>> {
  let response: Response | undefined;
  try {
    response = await sender.send(path, call, stored);
    const error = await readRedirectError(response, toEndpointPath(path));
    if (error) return { ok: false, error };
    if (
      REFUSED_STATUSES.includes(response.status) &&
      !UNREPORTED_PATHS.includes(toEndpointPath(path))
    )
      await sender.onRefused?.(path, response.status);
    const content = await read(response.body, config.API_MAX_BYTES);
    return { ok: true, value: { response, content } };
  } catch (error) {
    if (!(error instanceof TooLongError)) return noteUnreachable(path, describeReason(error));
    log.warn(
      { path: toEndpointPath(path), reason: error.message },
      'the answer of the API host exceeds a limit',
    );
    const message = error instanceof LargeItemError ? messages.itemTooLarge : undefined;
    return { ok: false, error: { kind: 'too long', message, status: response?.status } };
  }
}

const REFUSED_STATUSES: readonly number[] = [401, 403];
/**
 * The paths at which status 401 or 403 is not reported. At a sign-in or password path, the status may be about the
 * user's password. At the path of a log, the host would refuse the report too.
 */
const UNREPORTED_PATHS: readonly string[] = [
  ...['login', 'login/update', 'audit/update', 'log/update'],
  ...[config.API_CHANGE_OWN_PASSWORD_PATH, config.API_CHANGE_PASSWORD_PATH].map(toEndpointPath),
];

/** The beginning of the message with which hosts say that a record does not exist (wire.md). */
const LOOK_UP_FAILED = /^The specified .* could not be found/i;

/** Returns the envelope of a response as a result, or the error that the response means. Logs an error of the host. */
export function readAnswer(
  path: string,
  { response, content }: Answer<Reading>,
): ApiResult<Envelope> {
  const { status } = response;
  const { envelope, bytes } = content;
  if (!response.ok) {
    // Some hosts send a refusal with an error status. A status of 500 or more, or that of a missing path, is not a
    // refusal.
    const refused = envelope && !envelope.succeeded && status < 500;
    const isMissing = isMissingStatus(status) && !LOOK_UP_FAILED.test(envelope?.message ?? '');
    if (refused && !isMissing) return toResult(envelope);
    if (isMissing) return noteMissingEndpoint(path, status);
    return noteUnreachable(path, `status ${status}`, status);
  }
  if (!envelope) {
    log.warn({ path: toEndpointPath(path), bytes }, 'the API host sent an unreadable answer');
    return { ok: false, error: { kind: 'unreadable' } };
  }
  noteFoundEndpoint(path);
  return toResult(envelope);
}

/** Returns the fetch options of a call. One time limit covers connecting, the headers and the complete body. */
export function buildRequest({ timeoutMs, ...init }: Call): RequestInit {
  return {
    ...init,
    ...followNone,
    headers: {
      ...init.headers,
      accept: 'application/json',
      'x-request-id': getRequestId() ?? randomUUID(),
    },
    signal: AbortSignal.timeout(timeoutMs ?? config.API_TIMEOUT_MS),
  };
}

/** Logs a call that got no response, or a response that reports a failure, and returns its error. */
export function noteUnreachable(path: string, reason: string, status?: number): ApiResult<never> {
  log.warn({ path: toEndpointPath(path), reason }, 'a call to the API host failed');
  return { ok: false, error: { kind: 'unreachable', status } };
}

/**
 * Describes an error by its name and code, and by the names and codes of its causes. Leaves out the messages, which may
 * contain data that was sent.
 */
function describeReason(error: unknown): string {
  const words: string[] = [];
  for (let part: ErrorDescription | undefined = describeError(error); part; part = part.cause)
    words.push([part.name, part.code].filter(Boolean).join(' '));
  return words.join(', caused by ');
}
