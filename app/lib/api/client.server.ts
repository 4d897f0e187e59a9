import { randomUUID } from 'node:crypto';
import { config } from '../config.server';
import { log } from '../log.server';
import { readBytes } from '../read-bytes';
import { embeddedHost } from './embedded-host.server';
import { type ApiResult, type Envelope, envelopeSchema } from './envelope';

/** The fields of a form-encoded post, in the host's own names. */
export type FormFields = Readonly<Record<string, string>>;

/** Loads a path such as `country/list`; the answer's `succeeded` is true. */
export function apiGet(path: string, search?: URLSearchParams): Promise<ApiResult<Envelope>> {
  const query = search?.toString();
  return call(query ? `${path}?${query}` : path, { method: 'GET' });
}

/** Posts form-encoded fields to a path such as `country/update`. */
export function apiPost(path: string, fields: FormFields): Promise<ApiResult<Envelope>> {
  return call(path, { method: 'POST', body: new URLSearchParams(fields) });
}

/** Posts and hands back the body as it comes, for answers that are no envelope: files, push. */
export async function apiPostRaw(
  path: string,
  fields: FormFields,
): Promise<ApiResult<{ body: Uint8Array<ArrayBuffer>; type: string }>> {
  try {
    const response = await send(path, { method: 'POST', body: new URLSearchParams(fields) });
    const body = await readBytes(response.body, config.API_MAX_BYTES);
    if (!response.ok) return unreachable(path, `status ${response.status}`);
    return { ok: true, value: { body, type: response.headers.get('content-type') ?? '' } };
  } catch (error) {
    return unreachable(path, reasonOf(error));
  }
}

async function call(path: string, init: RequestInit): Promise<ApiResult<Envelope>> {
  let text: string;
  try {
    const response = await send(path, init);
    text = new TextDecoder().decode(await readBytes(response.body, config.API_MAX_BYTES));
    if (!response.ok) return unreachable(path, `status ${response.status}`);
  } catch (error) {
    return unreachable(path, reasonOf(error));
  }
  const envelope = readEnvelope(text);
  if (!envelope) {
    log.warn(
      { path: pathOnly(path), bytes: text.length },
      'the API host sent an unreadable answer',
    );
    return { ok: false, fault: { kind: 'unreadable' } };
  }
  // The items of a failed answer may hold secrets (wire.md): only the message goes on.
  return envelope.succeeded
    ? { ok: true, value: envelope }
    : { ok: false, fault: { kind: 'refused', message: envelope.message } };
}

/** One time limit covers the connection, the headers and the whole body. */
async function send(path: string, init: RequestInit): Promise<Response> {
  const request = {
    ...init,
    headers: {
      accept: 'application/json',
      'x-request-id': randomUUID(),
      ...(config.API_HOST_TOKEN ? { authorization: `Bearer ${config.API_HOST_TOKEN}` } : {}),
    },
    signal: AbortSignal.timeout(config.API_TIMEOUT_MS),
  };
  if (config.API_HOST_URL)
    return fetch(`${config.API_HOST_URL.replace(/\/+$/, '')}/${path}`, request);
  const host = await embeddedHost();
  return host.fetch(new Request(`http://embedded.invalid/${path}`, request));
}

function readEnvelope(text: string): Envelope | undefined {
  try {
    return envelopeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function unreachable(path: string, reason: string): ApiResult<never> {
  log.warn({ path: pathOnly(path), reason }, 'the API host could not be reached');
  return { ok: false, fault: { kind: 'unreachable' } };
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
