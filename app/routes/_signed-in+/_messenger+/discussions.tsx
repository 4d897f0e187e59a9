import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { discussion } from '~/lib/core/entities/discussion';
import { loadList } from '~/lib/core/list/load-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), discussion, request);
}

export default function Discussions() {
  return <DataList view={useLoaderData<typeof loader>()} />;
}
