import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { getEntity } from '~/lib/core/entities';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const studyFollowup = getEntity('study-follow-up');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), studyFollowup, request);
}

export default function StudyFollowup() {
  return <DataList view={useLoaderData<typeof loader>()} />;
}
