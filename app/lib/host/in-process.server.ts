import { toErrorText } from 'shared/error-text';
import { config } from '../config.server';
import { log } from '../log.server';
import { type EmbeddedHost, embeddedHost } from './embedded-host.server';
import { type ApiResult, type Envelope, envelopeSchema, resultOf } from './envelope';

type Answer = ReturnType<EmbeddedHost['list']>;

/**
 * Asks the embedded host without HTTP in between: every page asks it for its rows and for an audit entry.
 * Undefined where the host is elsewhere, or has no such answer. `path` is for the log, without ids.
 */
export async function askInProcess(
  path: string,
  ask: (host: EmbeddedHost) => Answer,
): Promise<ApiResult<Envelope> | undefined> {
  if (config.API_HOST_URL) return undefined;
  try {
    const answer = ask(await embeddedHost());
    if (!answer) return undefined;
    return resultOf(envelopeSchema.parse(await answer));
  } catch (error) {
    log.error({ path, error: toErrorText(error) }, 'the embedded host failed');
    return { ok: false, fault: { kind: 'unreachable', status: 500 } };
  }
}
