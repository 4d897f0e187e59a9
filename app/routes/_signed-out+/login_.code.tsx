import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/forms/account-form';
import { readReturnParameter } from '~/lib/core/addresses/return-path.server';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import { hideFilters } from '~/lib/core/auth/hide-filters.server';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { buildCodeField } from '~/lib/core/proof/code-field';
import { askPending, completeSignIn } from '~/lib/core/proof/complete-sign-in.server';
import { config } from '~/lib/core/server/config.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedOut } from '~/lib/core/session/guard.server';

/** Loads the page that asks for the second factor after the password. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  const factor = await askPending(request);
  if (!factor) throw redirect('/login');
  const heading = factor.hasApp ? 'Enter your code' : 'Use your passkey';
  const title = `${heading} – ${config.PRODUCT_NAME}`;
  return { title, heading, factor, fields: [buildCodeField(factor)] };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(request);
  const result = await completeSignIn(request, getClientAddress(context));
  if (!result.ok) return data(result.reply, getRefusalInit(result));
  const asked = readReturnParameter(new URL(request.url).searchParams.get('to'));
  const to = await hideFilters(result.user, asked);
  return redirect(to, { headers: { 'Set-Cookie': result.cookie } });
}

export default function EnterCode() {
  const { heading, fields, factor } = useLoaderData<typeof loader>();
  return (
    <AccountForm heading={heading} fields={fields} submit="Continue" factor={factor}>
      <p className="mt-5 text-center text-muted">
        If you have lost your phone or your passkey, and your recovery codes, ask an administrator
        to remove your second factor.
      </p>
      <p className="mt-3 text-center">
        <Link to="/login">Sign in as another user</Link>
      </p>
    </AccountForm>
  );
}
