import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { entityNamed } from '~/lib/entities';
import { loadList } from '~/lib/list/load-list.server';

const pfacility = entityNamed('pfacility');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), pfacility, request);
}

export default function PeerNavigatorFacilities() {
  return <DataList view={useLoaderData<typeof loader>()} />;
}
