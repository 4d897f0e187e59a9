import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { decideAccount } from '~/lib/accounts/decide-account.server';
import { DecisionPage } from '~/lib/accounts/decision-page';
import { loadDecision } from '~/lib/accounts/load-decision.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadDecision(await requireSignedIn(request), params.eid ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return decideAccount(signedIn, request, params.eid ?? '', getClientAddress(context));
}

export default function DecideAccount() {
  const view = useLoaderData<typeof loader>();
  return <DecisionPage key={view.token} view={view} />;
}
