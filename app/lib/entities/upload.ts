import { upload as declaration } from 'shared/entities/upload';
import { asText } from 'shared/list/values';
import { declaredEntity } from './declared-entity';

export const upload = declaredEntity(declaration, {
  columns: { upload_name: { link: (row) => asText(row.upload_path) } },
  list: { needs: ['upload_path'] },
});
