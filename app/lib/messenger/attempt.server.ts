import { toErrorText } from 'shared/error-text';
import type { ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { withinLimit } from '../server/time-limit';
import { openCloudStore } from './cloud-store.server';
import { DocumentError, type DocumentStore, untilAborted } from './document-store';

/**
 * Runs a piece of work on the cloud store, however many calls it makes, within API_TIMEOUT_MS. When
 * it fails the reason goes to the log, without numbers and ids, and `refused` to the person;
 * DocumentErrors are the caller's.
 */
export async function attempt<T>(
  purpose: string,
  work: (store: DocumentStore) => Promise<T>,
  refused: string = messages.noInformation,
): Promise<ApiResult<T>> {
  try {
    // Loading the library takes a while on a small machine, and no network.
    const store = await openCloudStore();
    const value = await withinLimit(config.API_TIMEOUT_MS, (signal) =>
      work(untilAborted(store, signal)),
    );
    return { ok: true, value };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    log.warn({ what: purpose, reason: describeReason(error) }, 'the cloud store could not be used');
    return { ok: false, error: { kind: 'unreachable', message: refused } };
  }
}

/** The library's own words name documents and phones now and then: paths and numbers are left out. */
export function describeReason(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : toErrorText(error);
  return text
    .replace(/projects\/\S+/g, '…')
    .replace(/\+?\d{7,}/g, '…')
    .slice(0, 300);
}
