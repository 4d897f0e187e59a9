import { followUp as declaration } from 'shared/entities/follow-up';
import { declaredEntity } from './declared-entity';
import { relatedList } from './entity';

export const followUp = declaredEntity(declaration, {
  detail: {
    related: (row) => [
      ...relatedList('Participant', '/participants', 'study_number', row.study_number),
      ...relatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
    ],
  },
});
