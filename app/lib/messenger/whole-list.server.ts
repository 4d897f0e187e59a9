import type { ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { queryRows } from '../rows/query-rows.server';
import { attempt } from './attempt.server';
import { type DocumentStore, orIfMissing, type StoredDocument } from './document-store';

/** Collections of a few hundred documents are read whole; never more than this. */
const LIMIT = 5_000;

/** A list over a collection that is small enough to be read whole. */
export interface WholeList {
  /** In the log, and in a note on the page: 'discussions'. */
  plural: string;
  collection: () => string;
  row: (document: StoredDocument) => Row;
  entity: Pick<Entity, 'list' | 'key'>;
  /** Said when it cannot be read. */
  refused?: string;
}

/** The rows of a small collection; a collection that cannot exist has none. What is cut is said. */
export function readWholeList(
  { plural: things, collection, row, entity, refused }: WholeList,
  query: ListQuery,
): Promise<ApiResult<ListPage>> {
  const read = async (store: DocumentStore): Promise<ListPage> => {
    const documents = await orIfMissing<StoredDocument[]>([], async () =>
      store.list(collection(), { limit: LIMIT + 1 }),
    );
    const page = queryRows(entity, documents.slice(0, LIMIT).map(row), query);
    if (documents.length <= LIMIT) return page;
    const limit = LIMIT.toLocaleString('en');
    return {
      ...page,
      note: `There are more than ${limit} ${things}: only the first ${limit}, by their ID, are in this list.`,
    };
  };
  return attempt(things, read, refused);
}
