import type { ListQuery } from 'shared/list/grammar';
import { applyListQuery, type ListPage, type Row } from 'shared/list/memory';
import { type Entity, fieldKinds } from '../entities/entity';
import { config } from '../server/config.server';

/** The part of an entity that a query in memory needs. */
export type Listed = Pick<Entity, 'list' | 'key'>;

/** Returns the page that a query requests from rows that are all in memory. */
export function queryRows(list: Listed, rows: readonly Row[], query: ListQuery): ListPage {
  return applyListQuery(rows, query, queryInMemory(list));
}

/** Returns the options with which the rows of a list are compared in memory. */
export function queryInMemory({ list, key }: Listed) {
  return { kinds: fieldKinds(list), key, timeZone: config.STUDY_TIME_ZONE };
}
