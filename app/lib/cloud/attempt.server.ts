import type { ApiResult } from '../api/envelope';
import { messages } from '../api/messages';
import { log } from '../log.server';
import { DocumentError } from './document-store';

/**
 * Runs a piece of work on the cloud store. When it fails the reason goes to the log, without numbers
 * and ids, and `refused` to the person; DocumentErrors are the caller's.
 */
export async function attempt<T>(
  what: string,
  work: () => Promise<T>,
  refused: string = messages.noInformation,
): Promise<ApiResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    log.warn({ what, reason: reasonOf(error) }, 'the cloud store could not be used');
    return { ok: false, fault: { kind: 'unreachable', message: refused } };
  }
}

/** The library's own words name documents and phones now and then: paths and numbers are left out. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
  return text
    .replace(/projects\/\S+/g, '…')
    .replace(/\+?\d{7,}/g, '…')
    .slice(0, 300);
}
