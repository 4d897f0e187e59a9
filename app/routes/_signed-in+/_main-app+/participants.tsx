import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { entityNamed } from '~/lib/entities';
import { loadList } from '~/lib/list/load-list.server';

const participant = entityNamed('participant');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), participant, request);
}

export default function Participants() {
  return <DataList view={useLoaderData<typeof loader>()} />;
}
