import { chatMessage as declaration } from 'shared/entities/chat-message';
import { buildEntity } from './declared-entity';
import { normalizeLink } from './safe-link';

export const chatMessage = buildEntity(declaration, {
  columns: { uri: { link: (row) => normalizeLink(row.uri) } },
  list: { sort: { field: 'date', descending: false } },
});
