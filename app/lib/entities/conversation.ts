import { conversation as declaration } from 'shared/entities/conversation';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';
import { conversationsCrumb, getChatPath } from './phone';

export const conversation = buildEntity(declaration, {
  readParent: (number) => ({
    parentId: number,
    ofPhone: number,
    above: [conversationsCrumb],
  }),
  columns: {
    id: {
      link: ({ conversation: id, phone }) =>
        toText(id) ? getChatPath(toText(id), toText(phone)) : undefined,
    },
  },
  list: { sort: { field: 'posted', descending: true }, extraFields: ['phone'] },
});
