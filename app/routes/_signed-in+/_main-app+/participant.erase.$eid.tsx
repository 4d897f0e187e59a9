import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ErasurePage } from '~/components/erasure/erasure-page';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { askErasure, eraseParticipant } from '~/lib/erasure/ask-erasure.server';
import { type ErasureReply, erasureRefusal } from '~/lib/erasure/erasure-view';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';

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
  return (
    <ErasurePage view={useLoaderData<typeof loader>()} reply={useActionData<ErasureReply>()} />
  );
}
