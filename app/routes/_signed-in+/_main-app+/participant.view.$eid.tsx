import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Detail } from '~/components/detail';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { loadDetail } from '~/lib/detail/load-detail.server';
import { getEntity } from '~/lib/entities';
import { requireSignedIn } from '~/lib/session/guard.server';

const participant = getEntity('participant');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadDetail(signedIn, participant, request, readOpaqueParam(request, params.eid));
}

export default function ViewParticipant() {
  return <Detail view={useLoaderData<typeof loader>()} />;
}
