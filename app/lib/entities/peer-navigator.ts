import { peerNavigator as declaration } from 'shared/entities/peer-navigator';
import { declaredEntity } from './declared-entity';
import { narrowedList } from './entity';

export const peerNavigator = declaredEntity(declaration, {
  columns: {
    n_participants: {
      link: (row) => narrowedList('/participants', 'peer_navigator', row.username),
    },
    n_followups: { link: (row) => narrowedList('/follow-ups', 'peer_navigator', row.username) },
    n_analytics: { link: (row) => narrowedList('/analytics', 'username', row.username) },
  },
});
