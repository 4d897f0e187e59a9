import type { ListQuery } from 'shared/list/grammar';
import { applyListQuery, type ListPage, type Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { getFieldKinds } from '../entities/list-fields';
import { config } from '../server/config.server';

/** The part of an entity that a query in memory depends on. */
export type Listed = Pick<Entity, 'list' | 'key'>;

/** Returns the page that a query requests from rows that are all in memory. */
export function queryRows(list: Listed, rows: readonly Row[], query: ListQuery): ListPage {
  return applyListQuery(rows, query, toMemoryList(list));
}

/** Returns the options with which the rows of a list are compared in memory. */
export function toMemoryList({ list, key }: Listed) {
  return {
    kinds: getFieldKinds(list),
    key,
    timeZone: config.STUDY_TIME_ZONE,
    locale: config.STUDY_LOCALE,
  };
}
