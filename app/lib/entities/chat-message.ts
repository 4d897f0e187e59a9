import { chatMessage as declaration } from 'shared/entities/chat-message';
import { declaredEntity } from './declared-entity';
import { safeLink } from './safe-link';

export const chatMessage = declaredEntity(declaration, {
  columns: { uri: { link: (row) => safeLink(row.uri) } },
  list: { sort: { field: 'date', descending: false } },
});
