import { type Envelope, envelopeSchema } from 'shared/envelope';
import { toErrorText } from 'shared/error-text';
import { allRows } from 'shared/list/grammar';
import { EMBEDDED } from 'shared/settings/host-address';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import type { ApiHost, HostBin } from './api-host';
import { type ApiResult, toResult } from './api-result';
import { embeddedErasure } from './embedded-erasure.server';
import { embeddedImports } from './embedded-imports.server';
import { buildRequest, type Sender } from './exchange.server';
import { makeHostCalls } from './host-calls.server';
import { getSummaryPath, getValuesPath } from './list-counts';
import { observeCall } from './observed.server';
import { openEmbeddedHost } from './open-embedded.server';
import { toEndpointPath } from './path-only';

/** Makes the API host that runs inside this process. The host opens its database on the first call. */
export function makeEmbeddedHost(): ApiHost {
  const send: Sender['send'] = async (path, call, stored) =>
    (await openBackend()).fetch(makeRequest(path, buildRequest(call)), stored);
  const { postForm: _, ...calls } = makeHostCalls({ send });
  return {
    ...calls,
    address: undefined,
    key: EMBEDDED,
    isEmbedded: true,
    // SQLite makes one change at a time.
    parallelChanges: 1,
    conforms: true,
    answersQueries: true,
    writesEntries: true,
    async list(path, query = allRows, { take }) {
      const result = await askInProcess(path, async () => (await openBackend()).list(path, query));
      if (!result.ok) return result;
      const items = result.value.items.map(take);
      const fresh = { isChanged: true, condition: undefined, isStorable: false };
      return { ok: true, value: { ...result.value, items, ...fresh, answersQueries: true } };
    },
    summarize: (path, query, summary) =>
      runInProcess(getSummaryPath(path), async () => {
        const result = await (await openBackend()).summarize(path, query, summary);
        if (!result || result.ok) return result;
        return { ok: false, error: { kind: 'refused', message: result.error } };
      }),
    listValues: (path, fields) =>
      runInProcess(getValuesPath(path), async () => {
        const value = await (await openBackend()).listValues(path, fields);
        return value && { ok: true, value };
      }),
    append: (entryLog, fields, key) =>
      askInProcess(`${entryLog}/update`, async () =>
        (await openBackend()).append(entryLog, fields, key),
      ),
    upload: async (target, request, entries) =>
      (await openBackend()).fetch(makeRequest(`upload/${target}`, request), { entries }),
    imports: embeddedImports,
    erasure: embeddedErasure,
    bin: config.BIN_DAYS > 0 ? makeBin(calls.change) : undefined,
    stream: async (path, query, options) => (await openBackend()).stream(path, query, options),
    file: async (name) =>
      (await openBackend()).fetch(makeRequest(`files/${encodeURIComponent(name)}`)),
    findAccountName: async (name) => (await openBackend()).findAccountName(name),
    isPasswordCode: async (code) => (await openBackend()).isPasswordCode(code),
  };
}

function makeBin(change: ApiHost['change']): HostBin {
  return {
    days: config.BIN_DAYS,
    restore: (id, user, options) => change('bin/restore', { uid: id, user }, options),
  };
}

async function openBackend() {
  return (await openEmbeddedHost()).host;
}

function makeRequest(path: string, init?: RequestInit): Request {
  return new Request(`http://embedded.invalid/${path}`, init);
}

/**
 * Calls the embedded host directly and not through an HTTP request. This saves time on every page, because each page
 * needs rows and an audit entry.
 */
function askInProcess(path: string, ask: () => Promise<unknown>): Promise<ApiResult<Envelope>> {
  return runInProcess(path, async () => {
    const answer = await ask();
    return answer === undefined ? undefined : toResult(envelopeSchema.parse(answer));
  });
}

/** Observes a call of the embedded host. `ask` returns undefined if the host does not have the path. */
function runInProcess<T>(
  path: string,
  ask: () => Promise<ApiResult<T> | undefined>,
): Promise<ApiResult<T>> {
  return observeCall(toEndpointPath(path), async (): Promise<ApiResult<T>> => {
    try {
      return (await ask()) ?? { ok: false, error: { kind: 'missing', status: 404 } };
    } catch (error) {
      log.error(
        { path: toEndpointPath(path), error: toErrorText(error) },
        'the embedded host failed',
      );
      return { ok: false, error: { kind: 'unreachable', status: 500 } };
    }
  });
}
