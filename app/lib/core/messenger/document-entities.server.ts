import { defined } from 'shared/defined';
import type { Row } from 'shared/list/memory';
import { messages } from '../host/messages';
import { paths } from './cloud-store.server';
import type { Fields, StoredDocument } from './document-store';
import {
  buildConversationRow,
  buildDiscussionRow,
  buildLastSeenRow,
  buildMessageRow,
  buildPostRow,
} from './documents';

/** Describes the documents of an entity. `parentId` is the id of the record to which the list belongs. */
interface DocumentEntity {
  /** The plural name of the documents in log messages and in notes on the page. */
  plural: string;
  collection: (parentId: string) => string;
  row: (document: StoredDocument, parentId: string) => Row;
  /**
   * True if a collection may contain tens of thousands of documents. Their `date` must be the field by which
   * the collection is ordered.
   */
  isLong?: boolean;
  /** The message for a list that cannot be read. */
  failureMessage?: string;
  /**
   * Returns the path of one document. Undefined if the panel does not read or change single documents of this
   * entity.
   */
  document?: (id: string, parentId: string) => string;
  /** Converts a form's values, which have their `wire` names, to the fields of a document. */
  readValues?: (values: Readonly<Record<string, string>>) => Fields;
}

/** The entities whose records are documents, by name. */
const documentEntities: Readonly<Record<string, DocumentEntity>> = {
  discussion: {
    plural: 'discussions',
    failureMessage: messages.noDiscussions,
    collection: () => paths.discussions,
    row: buildDiscussionRow,
    document: (id) => paths.discussion(id),
    readValues: ({ status, ...values }) => ({ ...values, status: Number(status) }),
  },
  'discussion-post': {
    plural: 'posts',
    collection: (discussion) => paths.posts(discussion),
    row: (document, discussion) => buildPostRow(discussion, document),
    isLong: true,
    document: (id, discussion) => paths.post(discussion, id),
    readValues: ({ state, ...values }) => ({ ...values, state: Number(state) }),
  },
  'chat-message': {
    plural: 'messages',
    collection: (conversation) => paths.messages(conversation),
    row: buildMessageRow,
    isLong: true,
  },
  conversation: {
    plural: 'conversations',
    collection: (phone) => paths.conversations(phone),
    row: (document, phone) => ({ ...buildConversationRow(document), phone }),
  },
  'last-seen': {
    plural: 'users',
    collection: () => paths.users,
    row: buildLastSeenRow,
    document: (phone) => paths.user(phone),
  },
};

/** Returns the description of an entity's documents. Throws if the entity's records are not documents. */
export function getDocumentEntity(entity: string): DocumentEntity {
  return defined(documentEntities[entity]);
}
