import type { Envelope } from 'shared/envelope';
import { listSearchParams } from 'shared/list/grammar';
import { announcesQueries, QUERIES_HEADER } from 'shared/list/queries-header';
import type { ApiHost } from './api-host';
import type { ApiResult } from './api-result';
import { isStorable, readCondition } from './condition';
import { buildRequest, type Call, exchange, readAnswer, type Sender } from './exchange.server';
import { makeHostCalls } from './host-calls.server';
import { makeListCounts } from './list-counts';
import { noteFoundEndpoint } from './missing.server';
import { observeCall } from './observed.server';
import { toEndpointPath } from './path-only';
import { readEnvelope } from './read-envelope';
import { makeRemoteImports } from './remote-imports.server';

const unchanged: ApiResult<Envelope> = {
  ok: true,
  value: { succeeded: true, message: '', items: [] },
};

/** The number of changes that a remote host is asked for at a time. */
const PARALLEL_CHANGES = 4;

/**
 * Makes an ApiHost that calls the host at `address`. All calls send `token`, except `upload`, whose request has a token
 * of its own. `onRefused` is called if the host refuses a call with status 401 or 403 (exchange.server.ts).
 */
export function makeRemoteHost(
  address: string,
  token = '',
  onRefused?: Sender['onRefused'],
): ApiHost {
  const base = address.replace(/\/+$/, '');
  // With `x-audit-entries`, the project's own host leaves entries of failed sign-ins to the panel.
  const headers = {
    'x-audit-entries': 'caller',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const send: Sender['send'] = (path, call) => {
    const request = buildRequest(call);
    return fetch(`${base}/${path}`, {
      ...request,
      headers: { ...request.headers, ...headers },
    });
  };
  const sender: Sender = { send, onRefused };
  const { postForm, ...calls } = makeHostCalls(sender);
  let answersQueries: boolean | undefined;
  return {
    ...calls,
    address: base,
    key: base,
    isEmbedded: false,
    parallelChanges: PARALLEL_CHANGES,
    conforms: false,
    get answersQueries() {
      return answersQueries;
    },
    writesEntries: false,
    list: (path, query, { take, condition }) =>
      observeCall(toEndpointPath(path), async () => {
        const search = query ? listSearchParams(query).toString() : '';
        const call: Call = {
          method: 'GET',
          headers: condition,
          // With the default mode, fetch sends `Cache-Control: no-cache` with a conditional request, and some hosts
          // then never answer with status 304. With the mode `no-cache`, fetch sends `max-age=0`.
          ...(condition && { cache: 'no-cache' }),
        };
        const answer = await exchange(
          sender,
          search ? `${path}?${search}` : path,
          call,
          (body, max) => readEnvelope(body, max, take),
        );
        if (!answer.ok) return answer;
        const { response } = answer.value;
        const { headers } = response;
        const isChanged = !(condition && response.status === 304);
        if (!isChanged) noteFoundEndpoint(path);
        const envelope = isChanged ? readAnswer(path, answer.value) : unchanged;
        if (!envelope.ok) return envelope;
        const announces = announcesQueries(headers.get(QUERIES_HEADER));
        if (isChanged) answersQueries = announces;
        return {
          ok: true,
          value: {
            ...envelope.value,
            isChanged,
            condition: readCondition(headers),
            isStorable: isStorable(headers),
            answersQueries: announces,
          },
        };
      }),
    ...makeListCounts(calls.get),
    stream: async () => undefined,
    file: async () => undefined,
    findAccountName: async () => undefined,
    isPasswordCode: async () => undefined,
    upload: (target, request) => fetch(`${base}/upload/${target}`, request),
    imports: makeRemoteImports({ ...calls, postForm }),
    bin: undefined,
    erasure: undefined,
  };
}
