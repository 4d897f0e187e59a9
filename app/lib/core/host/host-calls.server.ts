import type { Envelope } from 'shared/envelope';
import { readBytes, TooLongError } from 'shared/read-bytes';
import { config } from '../server/config.server';
import { type ApiHost, EncodedForm, type FormFields, type StoredWithChange } from './api-host';
import type { ApiResult } from './api-result';
import { type Call, exchange, noteUnreachable, readAnswer, type Sender } from './exchange.server';
import { isMissingStatus, noteMissingEndpoint } from './missing.server';
import { observeCall } from './observed.server';
import { toEndpointPath } from './path-only';
import { type Item, MAX_HELD, readEnvelope } from './read-envelope';
import { readRedirectError } from './redirect.server';
import { countWrite } from './writes.server';

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8';

/** The maximum number of bytes of an answer that is held in memory completely. */
const MAX_ANSWER = 64 * 1024 * 1024;
/**
 * The maximum number of items in an answer that is held in memory completely. Without this limit, the empty items of an
 * answer of 64 MB would need more memory than is available.
 */
const MAX_ITEMS = 200_000;

type Calls = Omit<
  ApiHost,
  | 'address'
  | 'key'
  | 'isEmbedded'
  | 'parallelChanges'
  | 'conforms'
  | 'answersQueries'
  | 'writesEntries'
  | 'list'
  | 'summarize'
  | 'listValues'
  | 'stream'
  | 'file'
  | 'findAccountName'
  | 'isPasswordCode'
  | 'upload'
  | 'imports'
  | 'bin'
  | 'erasure'
> & {
  /** Posts a multipart form with a file, with the time limit of an upload. */
  postForm(path: string, form: FormData): Promise<ApiResult<Envelope>>;
};

/** Makes the calls that the embedded host and remote hosts have in common. */
export function makeHostCalls(sender: Sender): Calls {
  const call = (path: string, init: Call, stored?: StoredWithChange) =>
    observeCall(toEndpointPath(path), async () => {
      // Other answers than lists have a lower limit, because their items are not reduced while they are read.
      const read = (body: Response['body'], max: number) =>
        readEnvelope(body, Math.min(max, MAX_ANSWER), makeItemLimit(MAX_ITEMS));
      const answer = await exchange(sender, path, init, read, stored);
      return answer.ok ? readAnswer(path, answer.value) : answer;
    });
  const post = (path: string, fields: FormFields, key?: string, stored?: StoredWithChange) =>
    call(
      path,
      {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: key === undefined ? undefined : { 'idempotency-key': key },
      },
      stored,
    );
  const change: ApiHost['change'] = (path, fields, { key, stored }) =>
    countChange(post(path, fields, key, stored));
  return {
    get: (path) => call(path, { method: 'GET' }),
    change,
    save: (wireName, fields, options) => change(`${wireName}/update`, fields, options),
    remove: (wireName, fields, options) => change(`${wireName}/delete`, fields, options),
    append: (log, fields, key) => post(`${log}/update`, fields, key),
    signIn: (username, password) => post('login', { username, password }),
    postForm: (path, body) =>
      countChange(call(path, { method: 'POST', body, timeoutMs: config.UPLOAD_TIMEOUT_MS })),
    exchange: (path, form, maxBytes = config.API_MAX_BYTES) =>
      observeCall(toEndpointPath(path), async () => {
        const read = (body: Response['body'], max: number) =>
          readBytes(body, Math.min(max, maxBytes));
        const answer = await exchange(sender, path, buildFormCall(form), read);
        if (!answer.ok) return answer;
        const { response, content } = answer.value;
        if (isMissingStatus(response.status)) return noteMissingEndpoint(path, response.status);
        const { status } = response;
        // A form that is too large for the host is no failure of the host.
        if (status === 413) return { ok: false, error: { kind: 'unreachable', status } };
        if (!response.ok) return noteUnreachable(path, `status ${status}`, status);
        return { ok: true, value: content };
      }),
    reach: () => reach(sender),
  };
}

function buildFormCall(form: FormFields | EncodedForm): Call {
  return form instanceof EncodedForm
    ? { method: 'POST', body: form.text, headers: { 'content-type': FORM_TYPE } }
    : { method: 'POST', body: new URLSearchParams(form) };
}

/** Counts a change unless the host refused it. The host may have made the change even if its answer did not arrive. */
async function countChange(changing: Promise<ApiResult<Envelope>>): Promise<ApiResult<Envelope>> {
  const result = await changing;
  if (result.ok || result.error.kind !== 'refused') countWrite();
  return result;
}

/**
 * Throws if the host does not answer with an envelope. A refusal is an envelope too. If the host has no `healthz`,
 * requests the list of countries. If no envelope comes from either path, the address is not that of an API host.
 */
async function reach({ send }: Sender): Promise<void> {
  for (const path of ['healthz', 'country/list']) {
    const response = await send(path, { method: 'GET' });
    const { status } = response;
    if ((await readRedirectError(response, path)) || status >= 500)
      throw new Error(`status ${status}`);
    const { envelope } = await readEnvelope(response.body, MAX_HELD, () => ({}));
    if (envelope && !isMissingStatus(status)) return;
  }
  throw new Error('no envelope');
}

/**
 * Returns a function that returns each item unchanged, but throws TooLongError when it is called more than `items`
 * times.
 */
function makeItemLimit(items: number): (item: Item) => Item {
  let count = 0;
  return (item) => {
    count += 1;
    if (count > items) throw new TooLongError(`the answer exceeds ${items} items`);
    return item;
  };
}
