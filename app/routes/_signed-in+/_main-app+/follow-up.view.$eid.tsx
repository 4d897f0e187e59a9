import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Detail } from '~/components/detail';
import { loadDetail } from '~/lib/detail/load-detail.server';
import { getEntity } from '~/lib/entities';
import { requireSignedIn } from '~/lib/session/guard.server';

const followUp = getEntity('follow-up');

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadDetail(await requireSignedIn(request), followUp, request, params.eid ?? '');
}

export default function ViewFollowUp() {
  return <Detail view={useLoaderData<typeof loader>()} />;
}
