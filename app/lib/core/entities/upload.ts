import { upload as declaration } from 'shared/entities/upload';
import { toText } from 'shared/list/values';
import { buildEntity } from './declared-entity';

export const upload = buildEntity(declaration, {
  columns: { upload_name: { link: (row) => toText(row.upload_path) } },
  list: { extraFields: ['upload_path'] },
});
