import { ImportError } from 'backend/import/import-error';
import { importTable } from 'backend/import/import-tables';
import { toErrorText } from 'shared/error-text';
import { log } from '../server/log.server';
import { getRequestId } from '../server/request-scope.server';
import type { HostImports } from './api-host';
import type { ApiResult } from './api-result';
import type { ImportJob } from './import-job';
import { messages } from './messages';
import { openEmbeddedHost } from './open-embedded.server';

/** The maximum time in milliseconds that a request waits for the job to end. Most files are small. */
const SHORT_WAIT_MS = 5_000;

/** The import endpoints of the embedded host. */
export const embeddedImports: HostImports = {
  async start(wireName, file, { titles, ...call }) {
    const { imports } = await openEmbeddedHost();
    const spec = importTable(wireName);
    if (!spec) return { ok: false, error: { kind: 'refused', message: messages.noImports } };
    const { name: fileName, bytes } = file;
    try {
      await imports.start({ ...call, spec, fileName, titles, bytes, requestId: getRequestId() });
      await imports.ended(call.id, SHORT_WAIT_MS);
      return toJobResult(await imports.state(call.id));
    } catch (error) {
      if (error instanceof ImportError)
        return { ok: false, error: { kind: 'refused', message: error.message } };
      log.error({ path: 'import', error: toErrorText(error) }, 'the embedded host failed');
      return { ok: false, error: { kind: 'unreachable', status: 500 } };
    }
  },
  async state(id) {
    const { imports } = await openEmbeddedHost();
    return toJobResult(await imports.state(id));
  },
  async cancel(id, user) {
    const { imports } = await openEmbeddedHost();
    await imports.cancel(id, user);
  },
  keepsHistory: true,
};

function toJobResult(job: ImportJob | undefined): ApiResult<ImportJob> {
  return job
    ? { ok: true, value: job }
    : { ok: false, error: { kind: 'refused', message: messages.importExpired } };
}
