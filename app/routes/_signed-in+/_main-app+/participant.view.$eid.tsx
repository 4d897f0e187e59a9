import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Detail } from '~/components/detail';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { loadDetail } from '~/lib/detail/load-detail.server';
import { entityNamed } from '~/lib/entities';

const participant = entityNamed('participant');

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadDetail(await requireSignedIn(request), participant, request, params.eid ?? '');
}

export default function ViewParticipant() {
  return <Detail view={useLoaderData<typeof loader>()} />;
}
