import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/account-form';
import { AccountNote } from '~/components/account-note';
import { accountHeaders } from '~/lib/auth/account-headers';
import { clientAddress } from '~/lib/auth/client-address';
import { createAccount, createAccountFields } from '~/lib/auth/create-account.server';
import { requireSignedOut } from '~/lib/auth/guard.server';
import { refusalInit } from '~/lib/auth/throttle.server';
import { config } from '~/lib/config.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return {
    title: `Create an account – ${config.PRODUCT_NAME}`,
    fields: createAccountFields,
    received: new URL(request.url).searchParams.has('received'),
    approval: config.ACCOUNT_APPROVAL,
  };
}

export const headers = accountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(request);
  const result = await createAccount(request, clientAddress(context));
  if (!result.ok) return data(result.reply, refusalInit(result));
  return redirect('/create-account?received');
}

export default function CreateAccount() {
  const { fields, received, approval } = useLoaderData<typeof loader>();
  if (received)
    return (
      <AccountNote heading="We have received your request">
        <p>
          {approval
            ? 'If the address had no account yet, it has one now. An administrator has to activate it before you can sign in.'
            : 'If the address had no account yet, it has one now, and you can sign in.'}
        </p>
      </AccountNote>
    );
  return (
    <AccountForm heading="Create an account" fields={fields} submit="Create account">
      <p className="mt-5 text-center">
        <Link to="/login">Sign in instead</Link>
      </p>
    </AccountForm>
  );
}
