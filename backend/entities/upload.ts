import { type Expression, expressionBuilder, sql } from 'kysely';
import { upload as declaration } from 'shared/entities/upload';
import type { StudyTables } from '../db/study-tables';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';

const ofUpload = expressionBuilder<StudyTables, 'upload'>();

/** Returns the condition that one of the texts contains the path of the file. */
function containsPath(...texts: Expression<string | null>[]) {
  const path = ofUpload.ref('upload.upload_path');
  return ofUpload.or(texts.map((text) => sql<boolean>`replace(${text}, ${path}, '') <> ${text}`));
}

/** Selects the names of the facilities and resources that use a file of the table `upload`. */
export const fileUsers = ofUpload
  .selectFrom('facility')
  .select(({ ref }) => sql<string>`'Facility ' || ${ref('facility_name')}`.as('name'))
  .where(({ ref }) => containsPath(ref('facility_thumbnailUrl'), ref('facility_content')))
  .unionAll(
    ofUpload
      .selectFrom('resource')
      .select(({ ref }) => sql<string>`'Resource ' || ${ref('resource_name')}`.as('name'))
      .where(({ ref }) =>
        containsPath(ref('resource_thumbnailUrl'), ref('resource_url'), ref('resource_content')),
      ),
  );

export const upload = buildTable(declaration, {
  columns: {
    upload_used_by: buildComputed(
      'text',
      sql`coalesce((select string_agg(used.name, ', ' order by used.name) from ${fileUsers} as used), '')`,
    ),
  },
  always: ['upload_path'],
  newestFirst: true,
});
