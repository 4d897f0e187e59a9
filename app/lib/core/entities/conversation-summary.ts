import { conversationSummary as declaration } from 'shared/entities/conversation-summary';
import { buildEntity } from './declared-entity';
import { hiddenNumber } from './identifying';
import { getParticipantsLink, getPhonePath } from './phone';

export const conversationSummary = buildEntity(declaration, {
  columns: {
    phone_id: hiddenNumber,
    phone_name: { link: (row) => getPhonePath('conversations', row.phone_number) },
    n_participants: { link: getParticipantsLink },
  },
});
