import { sql } from 'kysely';
import { containsExactly, joinedNames } from '../db/dialect';
import { computed, stored, type Table } from './table';

const path = sql<string>`upload.upload_path`;

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
      joinedNames(sql`
        select 'Facility ' || facility_name as name from facility
          where ${containsExactly(sql.ref('facility_thumbnailUrl'), path)}
            or ${containsExactly(sql.ref('facility_content'), path)}
        union all
        select 'Resource ' || resource_name as name from resource
          where ${containsExactly(sql.ref('resource_thumbnailUrl'), path)}
            or ${containsExactly(sql.ref('resource_url'), path)}
            or ${containsExactly(sql.ref('resource_content'), path)}
        order by name`),
    ),
  },
  always: ['upload_path'],
};
