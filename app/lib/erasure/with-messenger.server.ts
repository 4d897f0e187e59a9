import { failWith, type Result } from 'shared/result';
import { describeReason } from '../core/messenger/attempt.server';
import { openCloudStore } from '../core/messenger/cloud-store.server';
import type { DocumentStore } from '../core/messenger/document-store';
import { log } from '../core/server/log.server';

/**
 * Runs work on the messenger's documents. If it fails, logs the reason without phone numbers and paths, which errors of
 * Firestore can contain, and returns a sentence for users.
 */
export async function withMessenger<T>(
  work: (store: DocumentStore) => Promise<T>,
): Promise<Result<T, string>> {
  try {
    return { ok: true, value: await work(await openCloudStore()) };
  } catch (error) {
    log.warn({ reason: describeReason(error) }, 'the documents of a participant cannot be used');
    return failWith('The messenger did not answer. Try again later.');
  }
}
