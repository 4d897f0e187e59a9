import type { ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { queryRows } from '../rows/query-rows.server';
import { attempt } from './attempt.server';
import { type DocumentStore, replaceMissing, type StoredDocument } from './document-store';

/**
 * The maximum number of documents of a collection that is read completely. Such collections usually have a few
 * hundred.
 */
const LIMIT = 5_000;

/** A list of a collection that is small enough to be read completely. */
interface WholeCollection {
  /** The plural name of the documents in log messages and in a note on the page, such as 'discussions'. */
  plural: string;
  collection: () => string;
  row: (document: StoredDocument) => Row;
  entity: Pick<Entity, 'list' | 'key'>;
  /** The message if the collection cannot be read. */
  failureMessage?: string;
}

/**
 * Returns the rows of a small collection, or no rows if its path cannot exist. If documents are left out, the
 * page has a note about it.
 */
export function readWholeList(
  { plural, collection, row, entity, failureMessage }: WholeCollection,
  query: ListQuery,
): Promise<ApiResult<ListPage>> {
  const read = async (store: DocumentStore): Promise<ListPage> => {
    const documents = await replaceMissing<StoredDocument[]>([], async () =>
      store.list(collection(), { limit: LIMIT + 1 }),
    );
    const page = queryRows(entity, documents.slice(0, LIMIT).map(row), query);
    if (documents.length <= LIMIT) return page;
    const limit = LIMIT.toLocaleString('en');
    return {
      ...page,
      note: `There are more than ${limit} ${plural}: only the first ${limit}, by their ID, are in this list.`,
    };
  };
  return attempt(plural, read, failureMessage);
}
