import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import {
  answerWithdrawal,
  askWithdrawal,
  withdrawalRefusal,
} from '~/lib/withdrawal/ask-withdrawal.server';

/** Loads the page on which administrators withdraw a participant, or take the withdrawal back. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireAdministrator(request, withdrawalRefusal);
  return askWithdrawal(signedIn, readOpaqueParam(request, 'participant', params.eid));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireAdministrator(request, withdrawalRefusal);
  return answerWithdrawal(signedIn, request, readOpaqueParam(request, 'participant', params.eid));
}

export default function WithdrawParticipant() {
  return <ConfirmPage view={useLoaderData<typeof loader>()} />;
}
