import { participant as declaration } from 'shared/entities/participant';
import { buildEntity } from './declared-entity';
import { getRelatedList } from './entity';

export const participant = buildEntity(declaration, {
  detail: {
    related: (row) => [
      ...getRelatedList('Followups', '/follow-ups', 'study_number', row.study_number),
      ...getRelatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
      ...getRelatedList('Phone', '/phones', 'phone_number', row.phone_number),
    ],
  },
});
