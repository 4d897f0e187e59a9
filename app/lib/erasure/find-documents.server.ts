import { toText } from 'shared/list/values';
import type { Result } from 'shared/result';
import { paths } from '../core/messenger/cloud-store.server';
import type { DocumentStore, StoredDocument } from '../core/messenger/document-store';
import { config } from '../core/server/config.server';
import type { MessengerPlan } from './plan';
import { withMessenger } from './with-messenger.server';

/** The number of documents that are read together. */
export const DOCUMENTS_PER_READ = 500;
/** The maximum number of documents of one collection. */
const MAX_DOCUMENTS = 1_000_000;
/** The fields of a post that hold the number of the phone from which it was sent. */
const AUTHOR_FIELDS = ['author.id', 'sender'];

/** The documents of a person, and the addresses of the files in them. */
interface FoundDocuments {
  plan: MessengerPlan;
  files: string[];
}

/**
 * Finds the messenger's documents of phones: conversations in both directions with their messages, posts of
 * discussions, and the entry of the phone itself. Fails if a document cannot be read.
 */
export async function findPersonDocuments(
  phones: readonly string[],
): Promise<Result<FoundDocuments, string>> {
  const ids = phones.filter(canBeId);
  if (ids.length > 0) return withMessenger((store) => findDocuments(store, ids));
  const plan = { conversations: [], documents: [], posts: [], messages: 0 };
  return { ok: true, value: { plan, files: [] } };
}

/**
 * Returns the phones of the users in the panel's own document store. Returns none with Firestore, which has no backup
 * here that could be restored.
 */
export async function listMessengerPhones(): Promise<Result<string[], string>> {
  if (config.FIREBASE_PROJECT_ID) return { ok: true, value: [] };
  return withMessenger((store) => store.listIds(paths.users, MAX_DOCUMENTS));
}

/** Finds the documents of phones in a store. */
export async function findDocuments(
  store: DocumentStore,
  phones: readonly string[],
): Promise<FoundDocuments> {
  const plan: MessengerPlan = { conversations: [], documents: [], posts: [], messages: 0 };
  const files = new Set<string>();
  const users = await store.listIds(paths.users, MAX_DOCUMENTS);
  const discussions = await store.listIds(paths.discussions, MAX_DOCUMENTS);
  for (const phone of phones) {
    if (users.includes(phone)) plan.documents.push(paths.user(phone));
    plan.conversations.push(...(await findConversations(store, phone, users)));
    const posts = await findPosts(store, phone, discussions);
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

/** Returns false for a phone number that the apps cannot have used as the id of a document, such as "n/a". */
function canBeId(phone: string): boolean {
  try {
    return paths.user(phone) !== '';
  } catch {
    return false;
  }
}

/** Reads documents in parts, and yields those that exist with their paths. */
export async function* readDocumentParts(
  store: DocumentStore,
  documents: readonly string[],
): AsyncGenerator<{ path: string; document: StoredDocument }> {
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_READ) {
    const part = documents.slice(start, start + DOCUMENTS_PER_READ);
    for (const [at, document] of (await store.getMany(part)).entries())
      if (document) yield { path: part[at] ?? '', document };
  }
}

/** Finds the conversations of a phone, also those of which only the other phone, one of `users`, has a copy. */
async function findConversations(
  store: DocumentStore,
  phone: string,
  users: readonly string[],
): Promise<MessengerPlan['conversations']> {
  const found = new Map<string, MessengerPlan['conversations'][number]>();
  for (const { id: other, fields } of await readAll(store, paths.conversations(phone)))
    found.set(other, { id: toText(fields.id), phone, other });
  const copies = new Map(
    users
      .filter((other) => !found.get(other)?.id)
      .map((other) => [`${paths.conversations(other)}/${phone}`, other]),
  );
  for await (const { path, document } of readDocumentParts(store, [...copies.keys()])) {
    const other = copies.get(path) ?? '';
    found.set(other, { id: toText(document.fields.id), phone, other });
  }
  return [...found.values()];
}

async function findPosts(store: DocumentStore, phone: string, discussions: readonly string[]) {
  const posts = new Map<string, { path: string; name: string; uri: string }>();
  for (const discussion of discussions)
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
  return store.list(collection, { limit: MAX_DOCUMENTS });
}
