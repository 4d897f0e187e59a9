import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { DroppedNote } from '~/components/data-list/dropped-note';
import { FilterFields } from '~/components/data-list/filter-fields';
import { FindColumn } from '~/components/data-list/find-column';
import { PageHead } from '~/components/page-head';
import { findList } from '~/lib/core/access/find-list.server';
import { applyFilters, loadFilters } from '~/lib/core/list/load-filters.server';
import { findExplanations } from '~/lib/core/records/explanations.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/** Loads the filters of all columns of a list: /filters/users?{the query of the list}. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = await findList(signedIn, params['*']);
  if (!entity) throw await leadHome(signedIn, request);
  const explanations = await findExplanations(entity);
  return loadFilters(signedIn, entity, request, explanations.ok ? explanations.value : new Map());
}

/** Redirects to the list with the posted filters. */
export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const entity = await findList(signedIn, params['*']);
  if (!entity) throw await leadHome(signedIn, request);
  return applyFilters(signedIn, entity, request);
}

export default function Filters() {
  const { title, list, path, backHref, droppedNote, ...page } = useLoaderData<typeof loader>();
  const { clearHref, find, hiddenInputs, search, groups } = page;
  const [wanted, setWanted] = useState(find);
  return (
    <>
      <PageHead title={title} backHref={backHref} backTitle={list} />
      <DroppedNote note={droppedNote} />
      <FindColumn path={`/filters${path}`} search={search} find={find} onChange={setWanted} />
      <Form method="post" action={`/filters${path}`} className="card p-4">
        {hiddenInputs.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FilterFields groups={groups} wanted={wanted} />
        <div className="filter-bar">
          <button type="submit" className="button-primary">
            Apply filters
          </button>
          {clearHref && <Link to={clearHref}>Clear all filters</Link>}
        </div>
      </Form>
    </>
  );
}
