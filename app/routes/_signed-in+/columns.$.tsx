import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, Form, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { ColumnGroups } from '~/components/data-list/column-groups';
import { DroppedNote } from '~/components/data-list/dropped-note';
import { FindColumn } from '~/components/data-list/find-column';
import { PageHead } from '~/components/page-head';
import { findList } from '~/lib/core/access/find-list.server';
import { loadColumns } from '~/lib/core/list/load-columns.server';
import { findExplanations } from '~/lib/core/records/explanations.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/**
 * Loads the column chooser of a list: /columns/users?{the query of the list}. Its form leads back to the list.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = await findList(signedIn, params['*']);
  if (!entity) throw await leadHome(signedIn, request);
  const explanations = await findExplanations(entity);
  return loadColumns(signedIn, entity, request, explanations.ok ? explanations.value : new Map());
}

/**
 * Loads the columns for the popup of a list. Returns null if the panel cannot be reached, so that the list is
 * not replaced by an error page.
 */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return null;
  }
}

export default function Columns() {
  const columns = useLoaderData<typeof loader | typeof clientLoader>();
  const [typed, setTyped] = useState<string>();
  if (!columns) return <p role="alert">Could not show information</p>;
  const { title, list, path, backHref, droppedNote, hiddenInputs, groups, shown } = columns;
  const { find, search } = columns;
  return (
    <>
      <PageHead title={title} backHref={backHref} backTitle={list} />
      <DroppedNote note={droppedNote} />
      <FindColumn path={`/columns${path}`} search={search} find={find} onChange={setTyped} />
      <Form method="get" action={path} className="card max-w-md p-4">
        {hiddenInputs.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <ColumnGroups groups={groups} shown={new Set(shown)} wanted={typed ?? find} />
        <button type="submit" className="button-primary">
          Show these columns
        </button>
      </Form>
    </>
  );
}
