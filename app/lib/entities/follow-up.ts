import { followUp as declaration } from 'shared/entities/follow-up';
import { buildEntity } from './declared-entity';
import { getRelatedList } from './related-list';

export const followUp = buildEntity(declaration, {
  detail: {
    related: (row) => [
      ...getRelatedList('Participant', '/participants', 'study_number', row.study_number),
      ...getRelatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
    ],
  },
});
