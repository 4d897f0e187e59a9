import { conversation as declaration } from 'shared/entities/conversation';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';
import { getPhonePath } from './phone';

export const conversation = buildEntity(declaration, {
  columns: {
    id: {
      link: (row) =>
        toText(row.conversation) ? getPhonePath('chat', row.conversation) : undefined,
    },
  },
  list: { sort: { field: 'posted', descending: true } },
});
