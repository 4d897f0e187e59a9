import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { PageHead } from '~/components/page-head';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { audit } from '~/lib/core/host/audit.server';
import { SECOND_FACTOR } from '~/lib/core/proof/factor-store.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { loadSetup } from '~/lib/factor/load-setup.server';
import { changeSetup } from '~/lib/factor/setup.server';
import { SetupPage } from '~/lib/factor/setup-page';

/** Loads the page on which users set up their second factor. */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request, { withoutFactor: true });
  const { username } = signedIn.user;
  const title = SECOND_FACTOR;
  audit({ username, title, action: 'View', description: `Viewed ${title}` });
  const trail = [{ title: 'Profile', href: '/profile' }, { title }];
  return { title, trail, view: await loadSetup(signedIn, request) };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false, withoutFactor: true });
  const result = await changeSetup(signedIn, request, getClientAddress(context));
  return result instanceof Response ? result : data(result.reply, getRefusalInit(result));
}

export default function SecondFactor() {
  const { title, view } = useLoaderData<typeof loader>();
  if (view.state === 'removing') return <ConfirmPage view={view} isForAllRoles />;
  return (
    <div className="max-w-xl">
      <PageHead title={title} backHref="/profile" backTitle="Profile" />
      <SetupPage key={view.state} view={view} />
    </div>
  );
}
