import { sql } from 'kysely';
import { computed, stored, type Table } from './table';

/** Returns the condition that the text contains the file's path exactly. */
function namesPath(column: string) {
  const text = sql.ref(column);
  return sql<boolean>`replace(${text}, upload.upload_path, '') <> ${text}`;
}

export const upload: Table = {
  noun: 'upload',
  label: 'file',
  table: 'upload',
  key: 'upload_id',
  columns: {
    ...stored('number', 'upload_id upload_size'),
    ...stored('text', 'upload_name upload_path'),
    ...stored('choice', 'upload_type'),
    ...stored('text', 'upload_createuser'),
    ...stored('date', 'upload_createdate'),
    upload_used_by: computed(
      'text',
      sql`coalesce((select string_agg(used.name, ', ' order by used.name) from (
        select 'Facility ' || facility_name as name from facility
          where ${namesPath('facility_thumbnailUrl')} or ${namesPath('facility_content')}
        union all
        select 'Resource ' || resource_name as name from resource
          where ${namesPath('resource_thumbnailUrl')} or ${namesPath('resource_url')}
            or ${namesPath('resource_content')}) as used), '')`,
    ),
  },
  always: ['upload_path'],
  newestFirst: true,
};
