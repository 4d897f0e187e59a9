import { toText } from 'shared/list/values';
import { openCloudStore, paths } from '../messenger/cloud-store.server';
import type { DocumentStore, StoredDocument } from '../messenger/document-store';
import type { MessengerPlan } from './plan';

/** The number of documents that are read together. */
export const PART = 500;
/** The fields of a post that hold the number of the phone from which it was sent. */
const AUTHOR_FIELDS = ['author.id', 'sender'];

/** The documents of a person, and the addresses of the files in them. */
export interface FoundDocuments {
  plan: MessengerPlan;
  files: string[];
}

/**
 * Finds the messenger's documents of phones: conversations in both directions with their messages, posts of
 * discussions, and the entry of the phone itself.
 */
export async function findPersonDocuments(phones: readonly string[]): Promise<FoundDocuments> {
  const plan: MessengerPlan = { conversations: [], documents: [], posts: [], messages: 0 };
  const files = new Set<string>();
  if (phones.length === 0) return { plan, files: [] };
  const store = await openCloudStore();
  for (const phone of phones) {
    if (await store.get(paths.user(phone))) plan.documents.push(paths.user(phone));
    plan.conversations.push(...(await findConversations(store, phone)));
    const posts = await findPosts(store, phone);
    plan.documents.push(...posts.map(({ path }) => path));
    plan.posts.push(...posts.map(({ name }) => name));
    for (const { uri } of posts) if (uri) files.add(uri);
  }
  for (const id of new Set(plan.conversations.map((one) => one.id)))
    if (id !== '')
      for (const { fields } of await readAll(store, paths.messages(id))) {
        plan.messages += 1;
        if (fields.uri) files.add(toText(fields.uri));
      }
  return { plan, files: [...files] };
}

/** Finds the conversations of a phone, also those of which only the other phone has a copy. */
async function findConversations(
  store: DocumentStore,
  phone: string,
): Promise<MessengerPlan['conversations']> {
  const found = new Map<string, MessengerPlan['conversations'][number]>();
  for (const { id: other, fields } of await readAll(store, paths.conversations(phone)))
    found.set(other, { id: toText(fields.id), phone, other });
  for (const { id: other } of await readAll(store, paths.users)) {
    if (found.get(other)?.id) continue;
    const copy = await store.get(`${paths.conversations(other)}/${phone}`);
    if (copy) found.set(other, { id: toText(copy.fields.id), phone, other });
  }
  return [...found.values()];
}

async function findPosts(store: DocumentStore, phone: string) {
  const posts = new Map<string, { path: string; name: string; uri: string }>();
  for (const { id: discussion } of await readAll(store, paths.discussions))
    for (const field of AUTHOR_FIELDS)
      for (const { id, fields } of await store.find(
        paths.posts(discussion),
        field,
        phone,
        100_000,
      )) {
        const path = paths.post(discussion, id);
        posts.set(path, { path, name: `${discussion}/${id}`, uri: toText(fields.uri) });
      }
  return [...posts.values()];
}

/** Reads all documents of a collection. */
async function readAll(store: DocumentStore, collection: string): Promise<StoredDocument[]> {
  return store.list(collection, { limit: 1_000_000 });
}
