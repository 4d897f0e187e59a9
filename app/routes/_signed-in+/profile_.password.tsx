import { randomUUID } from 'node:crypto';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/forms/account-form';
import { PageHead } from '~/components/page-head';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import {
  changeOwnPassword,
  ownPasswordFields,
  repeatOwnPasswordChange,
} from '~/lib/core/auth/change-own-password.server';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { audit } from '~/lib/core/host/audit.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const TITLE = 'Change your password';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  return {
    title: TITLE,
    trail: [{ title: 'Profile', href: '/profile' }, { title: TITLE }],
    fields: ownPasswordFields,
    token: randomUUID(),
  };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false }).catch(async (thrown) => {
    const isSignIn = thrown instanceof Response && thrown.headers.get('location') === '/login';
    throw (isSignIn && (await repeatOwnPasswordChange(request))) || thrown;
  });
  const result = await changeOwnPassword(signedIn, request, getClientAddress(context));
  return result instanceof Response ? result : data(result.reply, getRefusalInit(result));
}

export default function ChangeOwnPassword() {
  const { fields, token } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref="/profile" backTitle="Profile" />
      <AccountForm
        fields={fields}
        submit="Change password"
        token={token}
        hint="You will be signed out everywhere else."
      />
    </div>
  );
}
