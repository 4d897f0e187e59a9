import { randomUUID } from 'node:crypto';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AccountNote } from '~/components/account-note';
import { AccountForm } from '~/components/forms/account-form';
import { createAccount, createAccountFields } from '~/lib/accounts/create-account.server';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { config } from '~/lib/core/server/config.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedOut } from '~/lib/core/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  const received = new URL(request.url).searchParams.has('received');
  return {
    title: `Create an account – ${config.PRODUCT_NAME}`,
    fields: createAccountFields,
    token: received ? undefined : randomUUID(),
    received,
    approval: config.ACCOUNT_APPROVAL,
  };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(request);
  const result = await createAccount(request, getClientAddress(context));
  return result instanceof Response ? result : data(result.reply, getRefusalInit(result));
}

export default function CreateAccount() {
  const { fields, token, received, approval } = useLoaderData<typeof loader>();
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
    <AccountForm heading="Create an account" fields={fields} submit="Create account" token={token}>
      <p className="mt-5 text-center">
        <Link to="/login">Sign in instead</Link>
      </p>
    </AccountForm>
  );
}
