import { conversationSummary as declaration } from 'shared/entities/conversation-summary';
import { declaredEntity } from './declared-entity';
import { participantsLink, phonePath } from './phone';

export const conversationSummary = declaredEntity(declaration, {
  columns: {
    phone_name: { link: (row) => phonePath('conversations', row.phone_number) },
    n_participants: { link: participantsLink },
  },
});
