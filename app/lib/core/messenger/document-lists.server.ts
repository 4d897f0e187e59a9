import type { ListQuery } from 'shared/list/grammar';
import type { ListPage } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { getDocumentEntity } from './document-entities.server';
import { readLongList } from './long-list.server';
import { readWholeList } from './whole-list.server';

/** Runs a query on the documents of an entity. */
export function readDocuments(entity: Entity, query: ListQuery): Promise<ApiResult<ListPage>> {
  const { name, parentId = '' } = entity;
  const { plural, collection, row, isLong, failureMessage } = getDocumentEntity(name);
  const list = {
    plural,
    collection: () => collection(parentId),
    row: (document: Parameters<typeof row>[0]) => row(document, parentId),
    entity,
  };
  if (isLong) return readLongList(list, query);
  return readWholeList({ ...list, failureMessage }, query);
}
