import { type Result, succeeded } from 'shared/result';
import { paths } from '../core/messenger/cloud-store.server';
import type { DocumentStore } from '../core/messenger/document-store';
import { DOCUMENTS_PER_READ } from './find-documents.server';
import type { MessengerPlan } from './plan';
import { withMessenger } from './with-messenger.server';

/**
 * Deletes the messenger's documents of a person. The messages of a conversation are deleted before the conversation,
 * by which they are found. Fails if a document cannot be deleted.
 */
export async function eraseDocuments({
  conversations,
  documents,
}: MessengerPlan): Promise<Result<unknown, string>> {
  if (conversations.length === 0 && documents.length === 0) return succeeded;
  return withMessenger(async (store) => {
    for (const { id, phone, other } of conversations) {
      if (id !== '') await emptyCollection(store, paths.messages(id));
      await store.remove(`${paths.conversations(phone)}/${other}`);
      await store.remove(`${paths.conversations(other)}/${phone}`);
    }
    for (const path of documents) await store.remove(path);
  });
}

async function emptyCollection(store: DocumentStore, collection: string): Promise<void> {
  for (;;) {
    const part = await store.list(collection, { limit: DOCUMENTS_PER_READ });
    for (const { id } of part) await store.remove(`${collection}/${id}`);
    if (part.length < DOCUMENTS_PER_READ) return;
  }
}
