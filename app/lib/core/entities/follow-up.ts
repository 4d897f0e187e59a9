import { followUp as declaration } from 'shared/entities/follow-up';
import { buildEntity } from './declared-entity';
import { noteWithdrawal } from './note-withdrawal';
import { getRelatedList } from './related-list';

export const followUp = buildEntity(declaration, {
  columns: { study_number: { note: noteWithdrawal } },
  detail: {
    related: (row) => [
      ...getRelatedList('Participant', '/participants', 'study_number', row.study_number),
      ...getRelatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
    ],
  },
});
