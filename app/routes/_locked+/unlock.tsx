import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { DraftNotice } from '~/components/draft-notice';
import { AccountForm } from '~/components/forms/account-form';
import { Logo } from '~/components/logo';
import { readReturnParameter } from '~/lib/core/addresses/return-path.server';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { tellOtherTabs } from '~/lib/core/client/tell-other-tabs';
import { config } from '~/lib/core/server/config.server';
import { formatMoment } from '~/lib/core/server/format-moment.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { unlock, unlockFields } from '~/lib/lock/unlock.server';

const options = { write: false, touch: false, locked: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, session } = await requireSignedIn(request, options);
  const { searchParams } = new URL(request.url);
  if (!session.isLocked) throw redirect(readReturnParameter(searchParams.get('to')));
  return {
    title: `Unlock – ${config.PRODUCT_NAME}`,
    fields: unlockFields,
    hint: `${user.name} is signed in. The session ends at ${formatMoment(session.ends.idle, 'time')} if it is not unlocked.`,
    hasDraft: searchParams.has('draft'),
  };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, options);
  const to = readReturnParameter(new URL(request.url).searchParams.get('to'));
  if (!signedIn.session.isLocked) return redirect(to);
  const result = await unlock(signedIn, request, getClientAddress(context));
  return result.ok ? redirect(to) : data(result.reply, getRefusalInit(result));
}

export default function Unlock() {
  const { fields, hint, hasDraft } = useLoaderData<typeof loader>();
  useEffect(tellOtherTabs, []);
  return (
    <main className="mx-auto flex min-h-screen w-full max-w-md flex-col justify-center p-4">
      <div className="mb-6 flex justify-center">
        <Logo size={56} />
      </div>
      {hasDraft && (
        <DraftNotice>
          The form was not saved. A draft of it is saved until 15 minutes after the session ends.
          Unlock to go on.
        </DraftNotice>
      )}
      <AccountForm heading="This session is locked" fields={fields} submit="Unlock" hint={hint} />
      {/* Loads a new document, so that no loaded data stays in the browser's memory. */}
      <Form method="post" action="/logout" reloadDocument className="mt-5 text-center">
        <button type="submit" className="button">
          Logout
        </button>
      </Form>
    </main>
  );
}
