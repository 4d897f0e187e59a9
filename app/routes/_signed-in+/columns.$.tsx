import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, Form, useLoaderData } from '@remix-run/react';
import { ColumnGroups } from '~/components/data-list/column-groups';
import { DroppedNote } from '~/components/data-list/dropped-note';
import { PageHead } from '~/components/page-head';
import { findList } from '~/lib/access/find-list.server';
import { loadColumns } from '~/lib/list/load-columns.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { leadHome } from '~/lib/session/no-such-page.server';

/**
 * Loads the column chooser of a list: /columns/users?{the query of the list}. Its form leads back to the list.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = await findList(signedIn, params['*']);
  if (!entity) throw await leadHome(signedIn, request);
  return loadColumns(signedIn, entity, request);
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
  if (!columns) return <p role="alert">Could not show information</p>;
  const { title, list, path, backHref, droppedNote, hiddenInputs, groups, shown } = columns;
  return (
    <>
      <PageHead title={title} backHref={backHref} backTitle={list} />
      <DroppedNote note={droppedNote} />
      <Form method="get" action={path} className="card max-w-md p-4">
        {hiddenInputs.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <ColumnGroups groups={groups} shown={new Set(shown)} />
        <button type="submit" className="button-primary">
          Show these columns
        </button>
      </Form>
    </>
  );
}
