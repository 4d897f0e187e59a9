import { type Expression, expressionBuilder, sql } from 'kysely';
import type { HostTables } from '../db/host-tables';
import { computed, stored, type Table } from './table';

const ofUpload = expressionBuilder<HostTables, 'upload'>();

/** Returns the condition that one of the texts contains the file's path exactly. */
function namesPath(...texts: Expression<string | null>[]) {
  const path = ofUpload.ref('upload.upload_path');
  return ofUpload.or(texts.map((text) => sql<boolean>`replace(${text}, ${path}, '') <> ${text}`));
}

/** Selects the names of the facilities and resources that use the file. */
const users = ofUpload
  .selectFrom('facility')
  .select(({ ref }) => sql<string>`'Facility ' || ${ref('facility_name')}`.as('name'))
  .where(({ ref }) => namesPath(ref('facility_thumbnailUrl'), ref('facility_content')))
  .unionAll(
    ofUpload
      .selectFrom('resource')
      .select(({ ref }) => sql<string>`'Resource ' || ${ref('resource_name')}`.as('name'))
      .where(({ ref }) =>
        namesPath(ref('resource_thumbnailUrl'), ref('resource_url'), ref('resource_content')),
      ),
  );

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
      sql`coalesce((select string_agg(used.name, ', ' order by used.name) from ${users} as used), '')`,
    ),
  },
  always: ['upload_path'],
  newestFirst: true,
};
