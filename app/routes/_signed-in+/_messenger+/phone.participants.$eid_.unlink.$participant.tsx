import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { askUnlink, unlinkParticipant } from '~/lib/phones/linked-participants.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return askUnlink(
    signedIn,
    readOpaqueParam(request, 'phone', params.eid),
    readOpaqueParam(request, 'phone', params.participant),
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return unlinkParticipant(
    signedIn,
    request,
    readOpaqueParam(request, 'phone', params.eid),
    readOpaqueParam(request, 'phone', params.participant),
  );
}

export default function UnlinkParticipant() {
  return <ConfirmPage view={useLoaderData<typeof loader>()} />;
}
