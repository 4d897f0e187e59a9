import { asText } from 'shared/list/values';
import { paths } from '../cloud/cloud-store.server';
import { conversationRow } from '../cloud/documents';
import { readWholeList } from '../cloud/whole-list.server';
import { choice, color, dateTime, name, number, text } from './columns';
import type { Entity } from './entity';
import { phonePath } from './phone';

/** The conversations of one phone. */
export function phoneConversations(phone: string): Entity {
  const entity: Entity = {
    noun: 'conversation',
    name: 'conversation',
    plural: `Conversations of ${phone}`,
    key: 'id',
    label: 'name',
    list: {
      path: phonePath('conversations', phone),
      source: (query) =>
        readWholeList(
          {
            things: 'conversations',
            collection: () => paths.conversations(phone),
            row: conversationRow,
            entity,
          },
          query,
        ),
      pageSize: 5,
      sort: { field: 'posted', descending: true },
      columns: [
        text('id', 'Number', {
          priority: 1,
          link: (row) =>
            asText(row.conversation) ? phonePath('chat', row.conversation) : undefined,
        }),
        name('name', 'Name'),
        text('messageShort', 'Message (S)'),
        text('message', 'Message (F)', { off: true }),
        choice('status', 'Status', ['Seen', 'Unseen'], { priority: 2 }),
        number('unread', 'No Unread'),
        color('color', 'Color', { priority: 5 }),
        text('typing', 'Typing', { priority: 5 }),
        dateTime('posted', 'Date'),
      ],
    },
  };
  return entity;
}
