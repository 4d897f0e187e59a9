import { randomUUID } from 'node:crypto';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/forms/account-form';
import { changePassword, changePasswordFields } from '~/lib/auth/change-password.server';
import { config } from '~/lib/server/config.server';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireSignedOut } from '~/lib/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return {
    title: `Set a new password – ${config.PRODUCT_NAME}`,
    fields: changePasswordFields,
    token: randomUUID(),
  };
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
  const { fields, token } = useLoaderData<typeof loader>();
  return (
    <AccountForm heading="Set a new password" fields={fields} submit="Set password" token={token} />
  );
}
