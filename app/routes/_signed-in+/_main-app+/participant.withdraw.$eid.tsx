import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { WithdrawalPage } from '~/components/withdrawal/withdrawal-page';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';
import { answerWithdrawal, askWithdrawal } from '~/lib/withdrawal/ask-withdrawal.server';
import { type WithdrawalReply, withdrawalRefusal } from '~/lib/withdrawal/withdrawal-view';

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
  return (
    <WithdrawalPage
      view={useLoaderData<typeof loader>()}
      reply={useActionData<WithdrawalReply>()}
    />
  );
}
