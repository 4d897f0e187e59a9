import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { DraftNotice } from '~/components/draft-notice';
import { AccountForm } from '~/components/forms/account-form';
import { readReturnParameter } from '~/lib/core/addresses/return-path.server';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import { hideFilters } from '~/lib/core/auth/hide-filters.server';
import { signIn, signInFields } from '~/lib/core/auth/sign-in.server';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { getCodePath } from '~/lib/core/proof/complete-sign-in.server';
import { config } from '~/lib/core/server/config.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedOut } from '~/lib/core/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return {
    title: `Sign in – ${config.PRODUCT_NAME}`,
    product: config.PRODUCT_NAME,
    fields: signInFields,
    hasDraft: new URL(request.url).searchParams.has('draft'),
  };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(request);
  const result = await signIn(request, getClientAddress(context));
  if (!result.ok) return data(result.reply, getRefusalInit(result));
  const asked = new URL(request.url).searchParams.get('to');
  const to = result.needsCode
    ? getCodePath(asked)
    : await hideFilters(result.user, readReturnParameter(asked));
  return redirect(to, { headers: { 'Set-Cookie': result.cookie } });
}

export default function Login() {
  const { product, fields, hasDraft } = useLoaderData<typeof loader>();
  return (
    <>
      {hasDraft && (
        <DraftNotice>
          Your session had ended before the form was saved. A draft of it is saved for 15 minutes:
          sign in again as the same user to go on.
        </DraftNotice>
      )}
      <AccountForm heading={`Sign in to ${product}`} fields={fields} submit="Sign in">
        <ul className="mt-5 grid gap-2 text-center">
          <li>
            <Link to="/reset-password">Forgot your password?</Link>
          </li>
          <li>
            <Link to="/create-account">Create an account</Link>
          </li>
          <li>
            <Link to="/download">Download the apps</Link>
          </li>
        </ul>
      </AccountForm>
    </>
  );
}
