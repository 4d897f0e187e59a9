import { conversation as declaration } from 'shared/entities/conversation';
import { asText } from 'shared/list/values';
import { declaredEntity } from './declared-entity';
import { phonePath } from './phone';

export const conversation = declaredEntity(declaration, {
  columns: {
    id: {
      link: (row) => (asText(row.conversation) ? phonePath('chat', row.conversation) : undefined),
    },
  },
  list: { sort: { field: 'posted', descending: true } },
});
