import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RemovalPage } from '~/components/factor/removal-page';
import { loadRemoval, removeByAdministrator } from '~/lib/accounts/remove-second-factor.server';
import type { ProofQuestion } from '~/lib/form/form-view';
import { audit } from '~/lib/host/audit.server';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';

const TITLE = 'Second factor of a user';
const refusal = {
  page: 'The pages of the second factors of users were',
  message: 'Only administrators remove the second factor of a user. Nothing was changed.',
};

/** Loads the page on which administrators remove the second factor of a user who has lost their phone. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireAdministrator(request, refusal);
  const id = params.eid ?? '';
  audit({
    username: user.username,
    title: TITLE,
    action: 'View',
    description: `Viewed ${TITLE} ${id}`,
  });
  const trail = [{ title: 'Users', href: '/users' }, { title: TITLE }];
  return { title: TITLE, trail, view: await loadRemoval(id) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireAdministrator(request, refusal);
  return removeByAdministrator(signedIn, request, params.eid ?? '', getClientAddress(context));
}

export default function RemoveSecondFactor() {
  const { view } = useLoaderData<typeof loader>();
  return <RemovalPage view={view} proof={useActionData<{ proof?: ProofQuestion }>()?.proof} />;
}
