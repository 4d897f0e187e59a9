import { paths } from '../cloud/cloud-store.server';
import { messageRow } from '../cloud/documents';
import { readLongList } from '../cloud/long-list.server';
import { safeLink } from '../cloud/safe-link';
import { choice, dateTime, text } from './columns';
import type { Entity } from './entity';
import { phonePath } from './phone';

/** The messages of one conversation. */
export function phoneChat(conversation: string): Entity {
  const entity: Entity = {
    noun: 'message',
    name: 'message',
    plural: `Messages of ${conversation}`,
    key: 'docId',
    label: 'docId',
    list: {
      path: phonePath('chat', conversation),
      source: (query) =>
        readLongList(
          {
            what: 'messages',
            things: 'messages',
            collection: () => paths.messages(conversation),
            row: messageRow,
            entity,
          },
          query,
        ),
      pageSize: 10,
      sort: { field: 'date', descending: false },
      columns: [
        text('docId', 'ID', { priority: 5 }),
        text('number', 'Number'),
        text('firstName', 'Name', { priority: 1 }),
        text('type', 'Type', { priority: 4 }),
        text('text', 'Text (F)', { priority: 1 }),
        text('uri', 'URL', { priority: 4, link: (row) => safeLink(row.uri) }),
        choice('statusName', 'State', ['Active', 'Deleted'], { priority: 3 }),
        text('status', 'Status', { priority: 5 }),
        dateTime('date', 'Sent', { priority: 2 }),
      ],
    },
  };
  return entity;
}
