import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/forms/account-form';
import { PageHead } from '~/components/page-head';
import { getAccountHeaders } from '~/lib/auth/account-headers';
import { getRefusalInit } from '~/lib/auth/throttle.server';
import { askForFactor } from '~/lib/factor/ask-passkey.server';
import { turnOff } from '~/lib/factor/change-factor.server';
import { buildCodeField } from '~/lib/factor/code-field';
import { SECOND_FACTOR } from '~/lib/factor/factor-store.server';
import { ownPasswordField } from '~/lib/factor/load-setup.server';
import { audit } from '~/lib/host/audit.server';
import { getClientAddress } from '~/lib/session/client-address.server';
import { FACTOR_PATH } from '~/lib/session/factor-path';
import { requireSignedIn } from '~/lib/session/guard.server';
import { hasFactor } from '~/lib/session/must-set-up.server';

const TITLE = 'Turn off the second factor';

/** Loads the page on which users turn off their second factor. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user, session } = await requireSignedIn(request);
  if (!(await hasFactor(user))) throw redirect(FACTOR_PATH);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  const trail = [{ title: SECOND_FACTOR, href: FACTOR_PATH }, { title: TITLE }];
  const factor = await askForFactor(user, session.token);
  return { title: TITLE, trail, factor, fields: [ownPasswordField, buildCodeField(factor)] };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const result = await turnOff(signedIn, request, getClientAddress(context));
  return result instanceof Response ? result : data(result.reply, getRefusalInit(result));
}

export default function TurnOff() {
  const { fields, factor } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref="/profile/second-factor" backTitle="Second factor" />
      <AccountForm
        fields={fields}
        submit="Turn off"
        hint="This also removes all of your passkeys and recovery codes."
        factor={factor}
        passkeyLabel="Turn off with a passkey"
      />
    </div>
  );
}
