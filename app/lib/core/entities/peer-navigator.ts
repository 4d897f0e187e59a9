import { peerNavigator as declaration } from 'shared/entities/peer-navigator';
import { buildEntity } from './declared-entity';
import { buildNarrowedList } from './related-list';

export const peerNavigator = buildEntity(declaration, {
  columns: {
    n_participants: {
      link: (row) => buildNarrowedList('/participants', 'peer_navigator', row.username),
    },
    n_followups: {
      link: (row) => buildNarrowedList('/follow-ups', 'peer_navigator', row.username),
    },
    n_analytics: { link: (row) => buildNarrowedList('/analytics', 'username', row.username) },
  },
});
