import { conversation as declaration } from 'shared/entities/conversation';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';
import { conversationsCrumb, getChatPath } from './phone';

/** Returns the path of the messages of a conversation, or undefined if the host does not name the conversation. */
function findChatPath({ conversation: id, phone }: Row): string | undefined {
  return toText(id) ? getChatPath(toText(id), toText(phone)) : undefined;
}

export const conversation = buildEntity(declaration, {
  readParent: (number) => ({
    parentId: number,
    ofPhone: number,
    above: [conversationsCrumb],
  }),
  getLoggedPath: (id) => getChatPath(id, ''),
  columns: {
    // The specification prescribes that the number leads to the table. The name leads to the newest messages.
    id: { link: findChatPath },
    name: {
      link: (row) => {
        const path = findChatPath(row);
        return path && `${path}/transcript#end`;
      },
    },
  },
  list: { sort: { field: 'posted', descending: true }, extraFields: ['phone'] },
});
