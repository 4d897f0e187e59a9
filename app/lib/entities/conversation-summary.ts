import { savedSummary } from '../cloud/conversations/saved.server';
import { summaryColumns } from '../cloud/conversations/summary-columns';
import { messages } from '../host/messages';
import { queryRows } from '../list/fetch-rows.server';
import type { Entity } from './entity';

/** The phones with the counts of their conversations and messages, as a session has loaded them. */
export function conversationSummary(session: string): Entity {
  const entity: Entity = {
    noun: 'conversation-summary',
    name: 'phone',
    plural: 'Conversations',
    key: 'phone_number',
    label: 'phone_name',
    list: {
      path: '/conversations',
      async source(query) {
        const saved = await savedSummary(session);
        return saved
          ? { ok: true, value: queryRows(entity, saved.rows, query) }
          : { ok: false, fault: { kind: 'refused', message: messages.noInformation } };
      },
      pageSize: 5,
      columns: summaryColumns,
    },
  };
  return entity;
}
