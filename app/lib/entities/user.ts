import { user as declaration } from 'shared/entities/user';
import { asText } from 'shared/list/values';
import { declaredEntity } from './declared-entity';

export const user = declaredEntity(declaration, {
  columns: {
    u_status: { note: (row) => (asText(row.user_waiting) === '1' ? 'Waiting' : undefined) },
  },
  list: { needs: ['user_waiting'] },
});
