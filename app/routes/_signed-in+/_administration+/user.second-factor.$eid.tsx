import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { askRemoval, removeByAdministrator } from '~/lib/factor/remove-second-factor.server';

const refusal = {
  page: 'The pages of the second factors of users were',
  message: 'Only administrators remove the second factor of a user. Nothing was changed.',
};

/** Loads the page on which administrators remove the second factor of a user who has lost their phone. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return askRemoval(await requireAdministrator(request, refusal), params.eid ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireAdministrator(request, refusal);
  return removeByAdministrator(signedIn, request, params.eid ?? '', getClientAddress(context));
}

export default function RemoveSecondFactor() {
  return <ConfirmPage view={useLoaderData<typeof loader>()} />;
}
