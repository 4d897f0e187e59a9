import { describeReason } from '../messenger/attempt.server';
import { openCloudStore } from '../messenger/cloud-store.server';
import type { DocumentStore } from '../messenger/document-store';
import { log } from '../server/log.server';
import { NoAnswerError } from './no-answer-error';

/**
 * Runs work on the messenger's documents. If it fails, logs the reason without phone numbers and paths, which errors of
 * Firestore can contain, and throws a NoAnswerError.
 */
export async function withMessenger<T>(work: (store: DocumentStore) => Promise<T>): Promise<T> {
  try {
    return await work(await openCloudStore());
  } catch (error) {
    log.warn({ reason: describeReason(error) }, 'the documents of a participant cannot be used');
    throw new NoAnswerError('The messenger did not answer. Try again later.');
  }
}
