import { participant as declaration } from 'shared/entities/participant';
import { declaredEntity } from './declared-entity';
import { relatedList } from './entity';

export const participant = declaredEntity(declaration, {
  detail: {
    related: (row) => [
      ...relatedList('Followups', '/follow-ups', 'study_number', row.study_number),
      ...relatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
      ...relatedList('Phone', '/phones', 'phone_number', row.phone_number),
    ],
  },
});
