import { cutText } from 'shared/cut-text';
import { toErrorText } from 'shared/error-text';
import type { ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { withinLimit } from '../server/time-limit';
import { openCloudStore } from './cloud-store.server';
import { DocumentError, type DocumentStore, stopOnAbort } from './document-store';

/**
 * Runs `work` on the document store within API_TIMEOUT_MS, which limits all of its calls together. If it fails,
 * logs the reason without phone numbers and paths, and returns an error with `failureMessage`. Throws a
 * DocumentError to the caller.
 */
export async function attempt<T>(
  purpose: string,
  work: (store: DocumentStore) => Promise<T>,
  failureMessage: string = messages.noInformation,
): Promise<ApiResult<T>> {
  try {
    // Loading the library takes time on a small machine, but no network access, so the time limit does not
    // include it.
    const store = await openCloudStore();
    const value = await withinLimit(config.API_TIMEOUT_MS, (signal) =>
      work(stopOnAbort(store, signal)),
    );
    return { ok: true, value };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    log.warn({ purpose, reason: describeReason(error) }, 'the cloud store could not be used');
    return { ok: false, error: { kind: 'unreachable', message: failureMessage } };
  }
}

/**
 * Returns an error's name and message without paths and long numbers, because the library's messages sometimes
 * contain documents and phone numbers.
 */
export function describeReason(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : toErrorText(error);
  return cutText(text.replace(/projects\/\S+/g, '…').replace(/\+?\d{7,}/g, '…'), 300);
}
