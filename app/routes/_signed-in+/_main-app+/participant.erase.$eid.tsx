import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { askErasure, eraseParticipant } from '~/lib/erasure/ask-erasure.server';
import { CountTable } from '~/lib/erasure/count-table';
import { erasureRefusal } from '~/lib/erasure/erasure-view';

/** Loads the page on which administrators erase a participant. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireAdministrator(request, erasureRefusal);
  return askErasure(signedIn, readOpaqueParam(request, 'participant', params.eid));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireAdministrator(request, erasureRefusal);
  const id = readOpaqueParam(request, 'participant', params.eid);
  return eraseParticipant(signedIn, request, id, getClientAddress(context));
}

export default function EraseParticipant() {
  const view = useLoaderData<typeof loader>();
  return (
    <ConfirmPage view={view}>
      <p>{view.effect}</p>
      {view.counts.length > 0 && (
        <CountTable counts={view.counts} caption="Records that will be erased" />
      )}
    </ConfirmPage>
  );
}
