import { chatMessage as declaration } from 'shared/entities/chat-message';
import { buildEntity } from './declared-entity';
import { conversationsCrumb, getPhonePath, readChatId } from './phone';
import { normalizeLink } from './safe-link';

export const chatMessage = buildEntity(declaration, {
  holdsMessages: true,
  crumb: 'Chat',
  readParent(id) {
    const { conversation, phone } = readChatId(id);
    const above = [conversationsCrumb];
    if (phone)
      above.push({
        title: `Conversations of ${phone}`,
        href: getPhonePath('conversations', phone),
      });
    return { parentId: conversation, ofPhone: phone, above };
  },
  columns: { uri: { link: (row) => normalizeLink(row.uri) } },
  list: { sort: { field: 'date', descending: false } },
});
