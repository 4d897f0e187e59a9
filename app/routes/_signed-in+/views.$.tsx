import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DroppedNote } from '~/components/data-list/dropped-note';
import { PageHead } from '~/components/page-head';
import { findList } from '~/lib/core/access/find-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';
import { changeSavedViews } from '~/lib/views/change-views.server';
import { SavedViews } from '~/lib/views/saved-views';
import { loadSavedViews } from '~/lib/views/saved-views.server';

/** Loads the views of a list: /views/participants?{the query of the list}. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = await findList(signedIn, params['*']);
  if (!entity) throw await leadHome(signedIn, request);
  return loadSavedViews(signedIn, entity, request);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const entity = await findList(signedIn, params['*']);
  if (!entity) return leadHome(signedIn, request);
  return changeSavedViews(signedIn, entity, request);
}

export default function ViewsOfList() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={page.title} backHref={page.backHref} backTitle={page.list} />
      <DroppedNote note={page.droppedNote} />
      <SavedViews {...page.views} />
    </>
  );
}
