import { config } from '../config.server';
import { readBytes, TooLongError } from '../read-bytes';
import type { ChangeEntry } from './change-entry';
import type { ApiResult, Envelope } from './envelope';
import { type Call, exchange, open, send, unreachable, withSearch } from './exchange.server';
import { askInProcess } from './in-process.server';
import { isMissingStatus, missingEndpoint } from './missing.server';
import { observed } from './observed.server';
import { pathOnly } from './path-only';
import { type Item, MAX_HELD, readEnvelope } from './read-envelope';
import { redirectFault } from './redirect.server';
import { countWrite } from './writes.server';

/** The fields of a form-encoded post, in the host's own names. */
export type FormFields = Readonly<Record<string, string>>;

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8';

/** The fields of a form-encoded post as its body has them. */
export class EncodedForm {
  constructor(readonly text: string) {}
}

/** Posts that no list shows, or none at once: every page view leaves an entry. */
const ENTRIES: ReadonlySet<string> = new Set([
  'login',
  'login/update',
  'audit/update',
  'log/update',
]);

/** Items of an answer that is kept whole: 64 MB of empty ones would take more memory than there is. */
const MAX_ITEMS = 200_000;

/** Loads a path such as `country/list`; the answer's `succeeded` is true. */
export function apiGet(path: string, search?: URLSearchParams): Promise<ApiResult<Envelope>> {
  return call(withSearch(path, search?.toString()), { method: 'GET' });
}

/**
 * Posts form-encoded fields to a path such as `country/update`. With a `key`, which names this one request,
 * a host that knows the header Idempotency-Key does the work once, however often the request comes. Only the
 * embedded host takes `entries`: other code posts changes by `postChange`.
 */
export async function apiPost(
  path: string,
  fields: FormFields,
  { key, entries }: { key?: string; entries?: readonly ChangeEntry[] } = {},
): Promise<ApiResult<Envelope>> {
  const headers = key === undefined ? undefined : { 'idempotency-key': key };
  const init: Call = { method: 'POST', body: new URLSearchParams(fields), headers, entries };
  const result = await call(path, init, (host) => host.append(path, fields, key));
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

/**
 * Posts and hands back the body as it comes, of up to `maxBytes`, for answers that are no envelope: files, push. A
 * form that is long comes encoded.
 */
export function apiPostRaw(
  path: string,
  form: FormFields | EncodedForm,
  maxBytes = config.API_MAX_BYTES,
): Promise<ApiResult<{ body: Uint8Array<ArrayBuffer>; type: string }>> {
  return observed(pathOnly(path), async () => {
    const call: Call =
      form instanceof EncodedForm
        ? { method: 'POST', body: form.text, headers: { 'content-type': FORM_TYPE } }
        : { method: 'POST', body: new URLSearchParams(form) };
    const answer = await exchange(path, call, (body, max) =>
      readBytes(body, Math.min(max, maxBytes)),
    );
    if (!answer.ok) return answer;
    const { response, content: body } = answer.value;
    if (isMissingStatus(response.status)) return missingEndpoint(path, response.status);
    if (!response.ok) return unreachable(path, `status ${response.status}`);
    return { ok: true, value: { body, type: response.headers.get('content-type') ?? '' } };
  });
}

/**
 * Throws when the API host does not answer with an envelope, be it a refusal. A host without `healthz` is asked
 * for its countries: an error page at every path means that the address is wrong.
 */
export async function reachHost(): Promise<void> {
  for (const path of ['healthz', 'country/list']) {
    const response = await send(path, { method: 'GET' });
    const { status } = response;
    if ((await redirectFault(response, path)) || status >= 500) throw new Error(`status ${status}`);
    const { envelope } = await readEnvelope(response.body, MAX_HELD, () => ({}));
    if (envelope && !isMissingStatus(status)) return;
  }
  throw new Error('no envelope');
}

function call(
  path: string,
  init: Call,
  inProcess: Parameters<typeof askInProcess>[1] = () => undefined,
): Promise<ApiResult<Envelope>> {
  return observed(pathOnly(path), async () => {
    const direct = await askInProcess(pathOnly(path), inProcess);
    if (direct) return direct;
    // Only a list's items are cut down as they come: what is kept whole must be shorter.
    const answer = await exchange(path, init, (body, max) =>
      readEnvelope(body, Math.min(max, MAX_HELD), atMost(MAX_ITEMS)),
    );
    return answer.ok ? open(path, answer.value) : answer;
  });
}

/** Makes the function that takes items as they are. It throws TooLongError beyond so many. */
function atMost(items: number): (item: Item) => Item {
  let count = 0;
  return (item) => {
    count += 1;
    if (count > items) throw new TooLongError(`the answer exceeds ${items} items`);
    return item;
  };
}
