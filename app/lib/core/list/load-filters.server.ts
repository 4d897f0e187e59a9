import { redirect } from '@remix-run/node';
import { allRows } from 'shared/list/grammar';
import { noteParent, noteValues } from '../access/note-access.server';
import type { ShownValue } from '../access/shown-accounts';
import type { Entity } from '../entities/entity';
import { hasHiddenParameters } from '../entities/hidden-filters';
import { readForm } from '../form/read-form.server';
import { audit } from '../host/audit.server';
import type { SignedIn } from '../session/guard.server';
import { buildFilterGroups } from './build-filter-page';
import { describeDropped } from './describe-dropped';
import { fetchRows } from './fetch-rows.server';
import { findFieldValues } from './field-values.server';
import type { FilterGroup } from './filter-page-view';
import { takeFind } from './find-columns';
import { getListColumns } from './list-columns.server';
import { buildListHref, buildListSearch } from './list-state';
import { buildTrail } from './list-trail.server';
import { dropMaskedValues, maskGroups } from './mask-filter.server';
import { buildListAddress, readList } from './open-list.server';
import { listFilterInputs, readFilterForm } from './read-filter-form';

/** Loads the page with the filters of all columns of a list, for the state of the list that the address describes. */
export async function loadFilters(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  explanations: ReadonlyMap<string, string>,
) {
  const { list } = entity;
  const { searchParams } = new URL(request.url);
  const find = takeFind(searchParams);
  const state = await readList(signedIn, list, searchParams);
  if (hasHiddenParameters(list, searchParams))
    throw redirect(`/filters${await buildListAddress(signedIn, state)}`);
  const title = `Filters of ${entity.title}`;
  const { username } = signedIn.user;
  audit({ username, title, action: 'View', description: `Viewed ${title}` });
  noteParent(signedIn.user, entity);
  const columns = getListColumns(entity);
  const groups = buildFilterGroups(
    columns,
    entity.key,
    state.query.filters,
    dropMaskedValues(columns, await findValues(entity)),
    explanations,
  );
  noteValues(signedIn.user, 'List', entity, listFoundValues(groups));
  const { page, q, filters } = state.query;
  const backHref = buildListHref(state, { page });
  const unfiltered = buildListSearch(
    { ...state, view: undefined, open: undefined },
    { filters: [] },
  );
  return {
    title,
    trail: buildTrail(entity, backHref, { title: 'Filters' }),
    list: entity.title,
    path: list.path,
    backHref,
    clearHref: filters.length > 0 ? buildListHref(state, { filters: [], q: undefined }) : undefined,
    droppedNote: describeDropped(state) || undefined,
    find,
    /** The parameters that the form of the filters sends unchanged. */
    hiddenInputs: [
      ...new URLSearchParams(unfiltered),
      ...(q === undefined ? [] : [['q', q] as const]),
    ],
    /** The parameters of the list, which the search for columns sends again. */
    search: [...new URLSearchParams(buildListSearch(state))],
    groups: maskGroups(list, groups),
  };
}

/** Returns the values of the columns with check boxes. Returns an empty map if the list cannot be loaded. */
async function findValues(entity: Entity) {
  const page = await fetchRows(entity, { ...allRows, size: 1, cols: [entity.key] });
  if (!page.ok) return new Map();
  const fields = getListColumns(entity)
    .filter(({ kind, offersValues }) => kind === 'choice' || offersValues)
    .map(({ field }) => field);
  return findFieldValues(entity, fields, page.value);
}

/** Returns the values of rows that have check boxes. Those that only the user's own filter contains have no count. */
function listFoundValues(groups: readonly FilterGroup[]): ShownValue[] {
  return groups.flatMap(({ fields }) =>
    fields.flatMap(({ field, control }) =>
      control.kind === 'values'
        ? control.options.filter(({ count }) => count).map(({ value }) => ({ field, value }))
        : [],
    ),
  );
}

/** Redirects to a list with the filters that its page of filters has posted. */
export async function applyFilters(signedIn: SignedIn, entity: Entity, request: Request) {
  const form = await readForm(request, listFilterInputs(entity.list));
  const params = readFilterForm(entity.list, form);
  return redirect(await buildListAddress(signedIn, await readList(signedIn, entity.list, params)));
}
