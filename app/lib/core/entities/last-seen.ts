import { lastSeen as declaration } from 'shared/entities/last-seen';
import { buildEntity } from './declared-entity';

export const lastSeen = buildEntity(declaration, {
  list: { sort: { field: 'date', descending: true } },
});
