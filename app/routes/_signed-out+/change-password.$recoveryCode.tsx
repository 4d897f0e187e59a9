import { randomUUID } from 'node:crypto';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AccountNote } from '~/components/account-note';
import { AccountForm } from '~/components/forms/account-form';
import {
  changePassword,
  changePasswordFields,
  isUsableLink,
} from '~/lib/core/auth/change-password.server';
import { config } from '~/lib/core/server/config.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedOut } from '~/lib/core/session/guard.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  const isUsable = await isUsableLink(params.recoveryCode ?? '');
  const view = {
    title: `Set a new password – ${config.PRODUCT_NAME}`,
    fields: changePasswordFields,
    token: randomUUID(),
    isUsable,
  };
  return isUsable ? view : data(view, 404);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await requireSignedOut(request);
  const result = await changePassword(
    request,
    params.recoveryCode ?? '',
    getClientAddress(context),
  );
  return result instanceof Response ? result : data(result.reply, 400);
}

export default function ChangePassword() {
  const { fields, token, isUsable } = useLoaderData<typeof loader>();
  if (!isUsable)
    return (
      <AccountNote heading="This link cannot be used">
        <p>It has expired or has been used already, or a part of it is missing.</p>
        <p>
          <Link to="/reset-password">Ask for a new link</Link>
        </p>
      </AccountNote>
    );
  return (
    <AccountForm heading="Set a new password" fields={fields} submit="Set password" token={token} />
  );
}
