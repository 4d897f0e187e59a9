import { toErrorText } from 'shared/error-text';
import type { ApiResult } from '../host/api-result';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { withinLimit } from '../server/time-limit';

/** The maximum time in milliseconds for which a page waits for an optional part. */
const PART_MS = 4_000;

/**
 * Loads an optional part of a page. Returns an error if loading takes too long or fails, so that the page is shown
 * without the part.
 */
export async function loadPart<T>(
  name: string,
  load: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  try {
    return await withinLimit(Math.min(PART_MS, config.API_TIMEOUT_MS), load);
  } catch (error) {
    log.warn({ part: name, error: toErrorText(error) }, 'a part of a page was left out');
    return { ok: false, error: { kind: 'unreachable' } };
  }
}
