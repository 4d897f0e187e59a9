import { lastSeen as declaration } from 'shared/entities/last-seen';
import { declaredEntity } from './declared-entity';

export const lastSeen = declaredEntity(declaration, {
  list: { sort: { field: 'date', descending: true } },
});
