import { randomUUID } from 'node:crypto';
import { config } from '../config.server';
import { log } from '../log.server';
import { readBytes, TooLongError } from '../read-bytes';
import { requestId } from '../request-id.server';
import { type Condition, conditionOf, isStorable } from './condition';
import { embeddedHost } from './embedded-host.server';
import type { ApiResult, Envelope } from './envelope';
import { observed } from './observed.server';
import { type Item, MAX_HELD, type Reading, readEnvelope } from './read-envelope';
import { countWrite } from './writes.server';

/** The fields of a form-encoded post, in the host's own names. */
export type FormFields = Readonly<Record<string, string>>;

/** Posts that no list shows, or none at once: every page view leaves an entry. */
const ENTRIES: ReadonlySet<string> = new Set([
  'login',
  'login/update',
  'audit/update',
  'log/update',
]);

/** Loads a path such as `country/list`; the answer's `succeeded` is true. */
export function apiGet(path: string, search?: URLSearchParams): Promise<ApiResult<Envelope>> {
  return call(withSearch(path, search?.toString()), { method: 'GET' });
}

/** A list as it came, and what the host says of keeping it. */
export interface LoadedList extends Envelope {
  /** False when the host has answered 304 to the condition: then there are no items. */
  isChanged: boolean;
  /** Asks next time only for what has changed; undefined when the host tells nothing to go by. */
  condition: Condition | undefined;
  isStorable: boolean;
}

/**
 * Loads a list, if it has changed under the `condition` of one that is kept. `take` makes of each item
 * what is wanted of it; the item itself does not stay in memory.
 */
export function apiGetList(
  path: string,
  search: string,
  take: (item: Item) => Item,
  condition?: Condition,
): Promise<ApiResult<LoadedList>> {
  return observed(pathOnly(path), async () => {
    const call: Call = {
      method: 'GET',
      headers: condition,
      // fetch would send `no-cache` along with a condition, to which some hosts never answer 304.
      ...(condition && { cache: 'no-cache' }),
    };
    const answer = await exchange(withSearch(path, search), call, (body, max) =>
      readEnvelope(body, max, take),
    );
    if (!answer.ok) return answer;
    const { response } = answer.value;
    const isChanged = !(condition && response.status === 304);
    const envelope = isChanged ? open(path, answer.value) : unchanged;
    if (!envelope.ok) return envelope;
    return {
      ok: true,
      value: {
        ...envelope.value,
        isChanged,
        condition: conditionOf(response.headers),
        isStorable: isStorable(response.headers),
      },
    };
  });
}

/**
 * Posts form-encoded fields to a path such as `country/update`. With a `key`, which names this one request,
 * a host that knows the header Idempotency-Key does the work once, however often the request comes.
 */
export async function apiPost(
  path: string,
  fields: FormFields,
  key?: string,
): Promise<ApiResult<Envelope>> {
  const headers = key === undefined ? undefined : { 'idempotency-key': key };
  const result = await call(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  // What the host did not refuse it may have done, whatever became of its answer.
  if (!ENTRIES.has(path) && (result.ok || result.fault.kind !== 'refused')) countWrite();
  return result;
}

/** Posts a multipart form with a file, which may take as long as an upload. */
export async function apiPostForm(path: string, form: FormData): Promise<ApiResult<Envelope>> {
  const timeoutMs = config.UPLOAD_TIMEOUT_MS;
  const result = await call(path, { method: 'POST', body: form, timeoutMs });
  if (result.ok || result.fault.kind !== 'refused') countWrite();
  return result;
}

/** Posts and hands back the body as it comes, for answers that are no envelope: files, push. */
export function apiPostRaw(
  path: string,
  fields: FormFields,
): Promise<ApiResult<{ body: Uint8Array<ArrayBuffer>; type: string }>> {
  return observed(pathOnly(path), async () => {
    const call: Call = { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await exchange(path, call, readBytes);
    if (!answer.ok) return answer;
    const { response, content: body } = answer.value;
    if (!response.ok) return unreachable(path, `status ${response.status}`);
    return { ok: true, value: { body, type: response.headers.get('content-type') ?? '' } };
  });
}

/** Throws when the API host does not answer. One that knows no `healthz` says so, and so is there. */
export async function reachHost(): Promise<void> {
  const response = await send('healthz', { method: 'GET' });
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`status ${response.status}`);
}

function call(path: string, init: Call): Promise<ApiResult<Envelope>> {
  return observed(pathOnly(path), async () => {
    // Only a list's items are cut down as they come: what is kept whole must be shorter.
    const answer = await exchange(path, init, (body, max) =>
      readEnvelope(body, Math.min(max, MAX_HELD), (item) => item),
    );
    return answer.ok ? open(path, answer.value) : answer;
  });
}

const unchanged: ApiResult<Envelope> = {
  ok: true,
  value: { succeeded: true, message: '', items: [] },
};

/** What a call adds to the headers that every call has, and to its time. */
type Call = Pick<RequestInit, 'method' | 'body' | 'cache'> & {
  headers?: Condition | { 'idempotency-key': string };
  timeoutMs?: number;
};

interface Answer<T> {
  response: Response;
  content: T;
}

async function exchange<T>(
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

function open(path: string, { response, content }: Answer<Reading>): ApiResult<Envelope> {
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
async function send(path: string, { timeoutMs, ...init }: Call): Promise<Response> {
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

function withSearch(path: string, search = ''): string {
  return search ? `${path}?${search}` : path;
}

function unreachable(path: string, reason: string, status?: number): ApiResult<never> {
  log.warn({ path: pathOnly(path), reason }, 'the API host could not be reached');
  return { ok: false, fault: { kind: 'unreachable', status } };
}

/** A path without its query and without ids: both may name a person. */
function pathOnly(path: string): string {
  return path.split('?')[0].split('/').slice(0, 2).join('/');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return [error.name, error.message, cause].filter(Boolean).join(': ');
}
