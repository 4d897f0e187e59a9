import type { ListQuery } from 'shared/list/grammar';
import { applyListQuery, type ListPage, type MemoryList, type Row } from 'shared/list/memory';
import { type Entity, fieldKinds } from '../entities/entity';
import { config } from '../server/config.server';

/** The part of an entity that a query in memory depends on. */
export type Listed = Pick<Entity, 'list' | 'key'>;

/** Returns the page that a query requests from rows that are all in memory. */
export function queryRows(list: Listed, rows: readonly Row[], query: ListQuery): ListPage {
  return applyListQuery(rows, query, toMemoryList(list));
}

/** Converts an entity to the description of a list that queries in memory use. */
export function toMemoryList({ list, key }: Listed): MemoryList {
  return { kinds: fieldKinds(list), key, timeZone: config.STUDY_TIME_ZONE };
}
