import { randomUUID } from 'node:crypto';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { AccountNote } from '~/components/account-note';
import { AccountForm } from '~/components/forms/account-form';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import { resetPassword, resetPasswordFields } from '~/lib/core/auth/reset-password.server';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { messages } from '~/lib/core/host/messages';
import { config } from '~/lib/core/server/config.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedOut } from '~/lib/core/session/guard.server';

/**
 * The time in milliseconds for which the message is shown before the sign-in page opens (product-spec.md §8).
 */
const SHOW_MS = 2_500;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  const sent = new URL(request.url).searchParams.has('sent') ? messages.resetSent : undefined;
  const title = `Reset your password – ${config.PRODUCT_NAME}`;
  // Without script, the header opens the sign-in page. It accepts only whole seconds.
  const headers = sent ? { Refresh: `${Math.ceil(SHOW_MS / 1000)}; url=/login` } : undefined;
  const token = sent ? undefined : randomUUID();
  return data({ title, fields: resetPasswordFields, token, sent }, { headers });
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  await requireSignedOut(request);
  const result = await resetPassword(request, getClientAddress(context));
  return result instanceof Response ? result : data(result.reply, getRefusalInit(result));
}

export default function ResetPassword() {
  const { fields, token, sent } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => navigate('/login'), SHOW_MS);
    return () => clearTimeout(timer);
  }, [sent, navigate]);
  if (sent)
    return (
      <AccountNote heading="Reset your password">
        <p role="status">{sent}</p>
      </AccountNote>
    );
  return (
    <AccountForm heading="Reset your password" fields={fields} submit="Send the link" token={token}>
      <p className="mt-5 text-center">
        <Link to="/login">Back to the sign-in</Link>
      </p>
    </AccountForm>
  );
}
