import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/forms/account-form';
import { readReturnParameter } from '~/lib/addresses/return-path.server';
import { getAccountHeaders } from '~/lib/auth/account-headers';
import { hideFilters } from '~/lib/auth/hide-filters.server';
import { signIn, signInFields } from '~/lib/auth/sign-in.server';
import { getRefusalInit } from '~/lib/auth/throttle.server';
import { CODE_PATH } from '~/lib/factor/complete-sign-in.server';
import { config } from '~/lib/server/config.server';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireSignedOut } from '~/lib/session/guard.server';

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
  if (result.needsCode) return redirectToCode(request, result.cookie);
  const asked = readReturnParameter(new URL(request.url).searchParams.get('to'));
  const to = await hideFilters(result.user, asked);
  return redirect(to, { headers: { 'Set-Cookie': result.cookie } });
}

/** Returns a redirect to the page that asks for the code of the second factor. */
function redirectToCode(request: Request, cookie: string): Response {
  const to = new URL(request.url).searchParams.get('to');
  const path = to ? `${CODE_PATH}?to=${encodeURIComponent(to)}` : CODE_PATH;
  return redirect(path, { headers: { 'Set-Cookie': cookie } });
}

export default function Login() {
  const { product, fields, hasDraft } = useLoaderData<typeof loader>();
  return (
    <>
      {hasDraft && <DraftNotice />}
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

function DraftNotice() {
  return (
    <p role="status" className="mb-4 rounded border border-warn bg-warn-soft px-3 py-2 text-warn">
      Your session had ended before the form was saved. A draft of it is saved for 15 minutes: sign
      in again as the same user to go on.
    </p>
  );
}
