import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/forms/account-form';
import { PageHead } from '~/components/page-head';
import { getAccountHeaders } from '~/lib/core/auth/account-headers';
import { getRefusalInit } from '~/lib/core/auth/throttle.server';
import { audit } from '~/lib/core/host/audit.server';
import { askForFactor } from '~/lib/core/proof/ask-passkey.server';
import { buildCodeField } from '~/lib/core/proof/code-field';
import { SECOND_FACTOR } from '~/lib/core/proof/factor-store.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { FACTOR_PATH } from '~/lib/core/session/factor-path';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { hasFactor } from '~/lib/core/session/must-set-up.server';
import { turnOff } from '~/lib/factor/change-factor.server';
import { ownPasswordField } from '~/lib/factor/load-setup.server';

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
