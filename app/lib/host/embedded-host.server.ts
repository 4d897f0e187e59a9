import { type Envelope, envelopeSchema } from 'shared/envelope';
import { toErrorText } from 'shared/error-text';
import { allRows } from 'shared/list/grammar';
import { log } from '../server/log.server';
import type { ApiHost } from './api-host';
import { type ApiResult, toResult } from './api-result';
import { embeddedImports } from './embedded-imports.server';
import { buildRequest, type Sender } from './exchange.server';
import { hostCalls } from './host-calls.server';
import { observed } from './observed.server';
import { openEmbeddedHost } from './open-embedded.server';
import { pathOnly } from './path-only';

/** Makes the API host inside this process, which is opened at its first use. */
export function embeddedHost(): ApiHost {
  const send: Sender['send'] = async (path, call, entries) =>
    (await backend()).fetch(requestTo(path, buildRequest(call)), { entries });
  const { postForm: _, ...calls } = hostCalls({ send });
  return {
    ...calls,
    address: undefined,
    conforms: true,
    writesEntries: true,
    async list(path, query = allRows, { take }) {
      const result = await askInProcess(path, async () => (await backend()).list(path, query));
      if (!result.ok) return result;
      const items = result.value.items.map(take);
      const fresh = { isChanged: true, condition: undefined, isStorable: false };
      return { ok: true, value: { ...result.value, items, ...fresh } };
    },
    append: (entryLog, fields, key) =>
      askInProcess(`${entryLog}/update`, async () =>
        (await backend()).append(entryLog, fields, key),
      ),
    upload: async (target, request, entries) =>
      (await backend()).fetch(requestTo(`upload/${target}`, request), { entries }),
    imports: embeddedImports,
    embedded: {
      stream: async (path, query) => (await backend()).stream(path, query),
      file: async (name) => (await backend()).fetch(requestTo(`files/${encodeURIComponent(name)}`)),
      accountName: async (name) => (await backend()).accountNamed(name),
    },
  };
}

async function backend() {
  return (await openEmbeddedHost()).host;
}

function requestTo(path: string, init?: RequestInit): Request {
  return new Request(`http://embedded.invalid/${path}`, init);
}

/** Asks the embedded host without HTTP in between: every page asks it for its rows and for an audit entry. */
function askInProcess(path: string, ask: () => Promise<unknown>): Promise<ApiResult<Envelope>> {
  return observed(pathOnly(path), async () => {
    try {
      const answer = await ask();
      if (answer === undefined) return { ok: false, error: { kind: 'missing', status: 404 } };
      return toResult(envelopeSchema.parse(answer));
    } catch (error) {
      log.error({ path: pathOnly(path), error: toErrorText(error) }, 'the embedded host failed');
      return { ok: false, error: { kind: 'unreachable', status: 500 } };
    }
  });
}
