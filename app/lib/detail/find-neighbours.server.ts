import { MAX_NUMBER } from 'shared/list/grammar';
import { toText } from 'shared/list/values';
import { toPublicPath } from '../core/addresses/public-path.server';
import type { Entity } from '../core/entities/entity';
import { getDetailPath } from '../core/entities/record-paths';
import { getApiHost } from '../core/host/host.server';
import { addListQuery } from '../core/list/add-list-query';
import { fetchRows } from '../core/list/fetch-rows.server';
import { buildListSearch } from '../core/list/list-state';
import { readList } from '../core/list/open-list.server';
import { loadPart } from '../core/records/load-part.server';
import type { SignedIn } from '../core/session/guard.server';
import type { Neighbours } from './detail-view';
import { keepAnswers } from './switch-answers';

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
  if (given === null && !getApiHost().conforms) return {};
  const state = await readList(signedIn, entity.list, new URLSearchParams(given ?? ''));
  if (state.dropped.includes('view'))
    return { note: 'The filters of the list are no longer stored. Go back and filter it again.' };
  const { page, size, q, cols } = state.query;
  const offset = Math.max(0, (page - 1) * size - 1);
  if (offset > MAX_NUMBER) return {};
  const query = {
    ...state.query,
    ...{ page: 1, offset, size: page * size + 1 - offset },
    // A search looks at the shown columns, so they must stay.
    cols: q === undefined ? [entity.key] : cols,
  };
  const found = await loadPart('neighbours', () => fetchRows(entity, query));
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
    const search = buildListSearch(state, { page: Math.floor((offset + at) / size) + 1 });
    const path = addListQuery(toPublicPath(getDetailPath(entity, key)), search);
    return keepAnswers(request, path);
  };
  return { previous: index > 0 ? link(index - 1) : undefined, next: link(index + 1) };
}
