import { type RawBuilder, sql } from 'kysely';
import type { SqlValue } from 'shared/db/types';
import { getDayAfter, uploadFields } from 'shared/derived/derive-navigators';
import { getSortableName } from '../db/sortable-dates';

type Sql = RawBuilder<SqlValue>;

const tables = {
  participants: 'participant',
  followUps: 'follow_up',
  analytics: 'analytic',
} as const;

/** A table's index from which the latest upload of a navigator is read without reading the other uploads. */
export interface UploadIndex {
  navigator: string;
  date: string;
}

/** Returns the values of an index by navigator and then by date. */
export function listUploadValues({ navigator, date }: UploadIndex, owner?: string): [Sql, Sql] {
  const refer = (name: string) => sql.ref<SqlValue>(owner ? `${owner}.${name}` : name);
  return [sql`fold(${refer(navigator)})`, refer(getSortableName(date))];
}

/**
 * Returns the query for the time of a peer navigator's latest upload, in its sortable form, as the column `at`. Must
 * give the same as deriveNavigators in shared/derived/derive-navigators.ts; a test compares them.
 */
export function selectLastUpload(today: string): RawBuilder<unknown> {
  const end = sql.lit(getDayAfter(today));
  const own = sql.ref(`peer_navigator.${getSortableName('upload_date')}`);
  const others = (['participants', 'followUps', 'analytics'] as const).map((kind) => {
    const table = tables[kind];
    const [navigator, date] = listUploadValues(uploadFields[kind], table);
    return sql`select max(${date}) from ${sql.table(table)}
      where ${navigator} = fold(nullif(peer_navigator.username, '')) and ${date} < ${end}`;
  });
  const all = sql.join(others, sql` union all `);
  return sql`select max(uploads.at) as at from (
    select case when ${own} < ${end} then ${own} end as at union all ${all}) as uploads`;
}
