import type { Envelope } from 'shared/envelope';
import { listSearchParams } from 'shared/list/grammar';
import type { ApiHost } from './api-host';
import type { ApiResult } from './api-result';
import { isStorable, readCondition } from './condition';
import { buildRequest, type Call, exchange, open, type Sender } from './exchange.server';
import { makeHostCalls } from './host-calls.server';
import { noteFoundEndpoint } from './missing.server';
import { observe } from './observed.server';
import { stripQuery } from './path-only';
import { readEnvelope } from './read-envelope';
import { makeRemoteImports } from './remote-imports.server';

const unchanged: ApiResult<Envelope> = {
  ok: true,
  value: { succeeded: true, message: '', items: [] },
};

/**
 * Makes the remote host at `address`. Every call sends `token`. Calls `onRefused` when the host answers with
 * status 401 or 403.
 */
export function remoteHost(address: string, token = '', onRefused?: Sender['onRefused']): ApiHost {
  const base = address.replace(/\/+$/, '');
  const authorization = token && { authorization: `Bearer ${token}` };
  const send: Sender['send'] = (path, call) => {
    const request = buildRequest(call);
    return fetch(`${base}/${path}`, {
      ...request,
      headers: { ...request.headers, ...authorization },
    });
  };
  const sender: Sender = { send, onRefused };
  const { postForm, ...calls } = makeHostCalls(sender);
  return {
    ...calls,
    address: base,
    conforms: false,
    writesEntries: false,
    list: (path, query, { take, condition }) =>
      observe(stripQuery(path), async () => {
        const search = query ? listSearchParams(query).toString() : '';
        const call: Call = {
          method: 'GET',
          headers: condition,
          // By default, fetch adds `Cache-Control: no-cache` to a conditional request, and some hosts then
          // never answer with status 304.
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
        const envelope = isChanged ? open(path, answer.value) : unchanged;
        if (!envelope.ok) return envelope;
        return {
          ok: true,
          value: {
            ...envelope.value,
            isChanged,
            condition: readCondition(headers),
            isStorable: isStorable(headers),
          },
        };
      }),
    upload: (target, request) => fetch(`${base}/upload/${target}`, request),
    imports: makeRemoteImports({ ...calls, postForm }),
  };
}
