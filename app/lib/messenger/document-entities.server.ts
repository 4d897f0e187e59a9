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
  postRow,
} from './documents';

/** The documents of an entity; `parentId` is the record that its list belongs to. */
export interface DocumentEntity {
  /** Names the documents in the log and in notes on the page. */
  plural: string;
  collection: (parentId: string) => string;
  row: (document: StoredDocument, parentId: string) => Row;
  /** True if a collection may hold tens of thousands of documents; their `date` is the field it is ordered by. */
  isLong?: boolean;
  /** Replaces the message of a list that cannot be read. */
  refused?: string;
  /** The path of one document, where documents are changed here. */
  document?: (id: string, parentId: string) => string;
  /** Returns the fields that a form's values, under their `wire` names, stand for. */
  readValues?: (values: Readonly<Record<string, string>>) => Fields;
}

/** The entities whose records are documents, by name. */
const documentEntities: Readonly<Record<string, DocumentEntity>> = {
  discussion: {
    plural: 'discussions',
    refused: messages.noDiscussions,
    collection: () => paths.discussions,
    row: buildDiscussionRow,
    document: (id) => paths.discussion(id),
    readValues: ({ status, ...values }) => ({ ...values, status: Number(status) }),
  },
  'discussion-post': {
    plural: 'posts',
    collection: (discussion) => paths.posts(discussion),
    row: (document, discussion) => postRow(discussion, document),
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
    row: buildConversationRow,
  },
  'last-seen': { plural: 'users', collection: () => paths.users, row: buildLastSeenRow },
};

/** Returns the documents of a named entity. */
export function findDocuments(entity: string): DocumentEntity {
  return defined(documentEntities[entity]);
}
