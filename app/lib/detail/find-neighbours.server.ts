import { MAX_PAGE_SIZE } from 'shared/list/grammar';
import type { ListPage } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { toPublicPath } from '../addresses/public-path.server';
import type { Entity } from '../entities/entity';
import { getDetailPath } from '../entities/record-paths';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { addListQuery } from '../list/add-list-query';
import { fetchRows } from '../list/fetch-rows.server';
import { buildListSearch, type ListState } from '../list/list-state';
import { readList } from '../list/open-list.server';
import type { SignedIn } from '../session/guard.server';
import { type CoveringPage, coverRows } from './cover-rows';
import type { Neighbours } from './detail-view';
import { loadPart } from './load-part.server';
import { keepAnswers } from './switch-answers';

/** The maximum number of rows that are requested from the embedded host to find the neighbours. */
const MAX_ROWS = 5 * MAX_PAGE_SIZE;

/**
 * Finds the records before and after a record in the list from which its page was opened. The parameter `list` of the
 * address holds the state of that list. One query requests the ids of the list's page, of the row before it and of the
 * row after it. Without the parameter, searches the first page of the list at the embedded host, and does not ask a
 * remote host, which would have to send a list that nobody has opened.
 */
export async function findNeighbours(
  signedIn: Pick<SignedIn, 'user'>,
  entity: Entity,
  request: Request,
  id: string,
): Promise<Neighbours> {
  const given = new URL(request.url).searchParams.get('list');
  const { conforms } = getApiHost();
  if (given === null && !conforms) return {};
  const state = await readList(signedIn, entity.list, new URLSearchParams(given ?? ''));
  if (state.dropped.includes('view'))
    return { note: 'The filters of the list are no longer stored. Go back and filter it again.' };
  const { page, size } = state.query;
  const first = Math.max(0, (page - 1) * size - 1);
  const cover = coverRows(first, page * size, conforms ? MAX_ROWS : MAX_PAGE_SIZE) ?? {
    page,
    size,
    offset: (page - 1) * size,
  };
  const found = await loadPart('neighbours', () => fetchIds(entity, state, cover));
  if (!found.ok)
    return { note: `The previous and the next ${entity.singular} could not be loaded.` };
  const keys = found.value.rows.map((row) => toText(row[entity.key]));
  const index = keys.indexOf(id);
  if (index === -1)
    return given === null
      ? {}
      : { note: `The list has changed, and this ${entity.singular} is no longer in that place.` };
  const link = (at: number) => {
    const key = keys[at];
    if (key === undefined) return undefined;
    const search = buildListSearch(state, { page: Math.floor((cover.offset + at) / size) + 1 });
    const path = addListQuery(toPublicPath(getDetailPath(entity, key)), search);
    return keepAnswers(request, path);
  };
  return { previous: index > 0 ? link(index - 1) : undefined, next: link(index + 1) };
}

function fetchIds(
  entity: Entity,
  { query }: ListState,
  { page, size }: CoveringPage,
): Promise<ApiResult<ListPage>> {
  // A search looks at the shown columns, so they must stay.
  const cols = query.q === undefined ? [entity.key] : query.cols;
  return fetchRows(entity, { ...query, page, size, cols });
}
