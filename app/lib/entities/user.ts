import { user as declaration } from 'shared/entities/user';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';

export const user = buildEntity(declaration, {
  columns: {
    u_status: { note: (row) => (toText(row.user_waiting) === '1' ? 'Waiting' : undefined) },
  },
  list: { extraFields: ['user_waiting'] },
});
