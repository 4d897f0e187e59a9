import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecoveryCodes } from '~/components/factor/recovery-codes';
import { AccountForm } from '~/components/forms/account-form';
import { PageHead } from '~/components/page-head';
import { getAccountHeaders } from '~/lib/auth/account-headers';
import { getRefusalInit } from '~/lib/auth/throttle.server';
import { askForFactor } from '~/lib/factor/ask-passkey.server';
import { makeNewCodes } from '~/lib/factor/change-factor.server';
import { buildCodeField } from '~/lib/factor/code-field';
import { SECOND_FACTOR } from '~/lib/factor/factor-store.server';
import { takeNewCodes } from '~/lib/factor/new-codes.server';
import { audit } from '~/lib/host/audit.server';
import { getClientAddress } from '~/lib/session/client-address.server';
import { FACTOR_PATH } from '~/lib/session/factor-path';
import { requireSignedIn } from '~/lib/session/guard.server';
import { hasFactor } from '~/lib/session/must-set-up.server';

const TITLE = 'Recovery codes';

/** Loads the page that shows new recovery codes once, and otherwise the form that makes new ones. */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const { user, session } = signedIn;
  if (!(await hasFactor(user))) throw redirect(FACTOR_PATH);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  const trail = [{ title: SECOND_FACTOR, href: FACTOR_PATH }, { title: TITLE }];
  const codes = await takeNewCodes(signedIn);
  if (codes) return { title: TITLE, trail, codes };
  const factor = await askForFactor(user, session.token);
  return { title: TITLE, trail, codes, factor, fields: [buildCodeField(factor)] };
}

export const headers = getAccountHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const result = await makeNewCodes(signedIn, request, getClientAddress(context));
  return result instanceof Response ? result : data(result.reply, getRefusalInit(result));
}

/** Without this, a form that script posts elsewhere on the page would replace the codes. */
export const shouldRevalidate = () => false;

export default function Codes() {
  const { codes, fields, factor } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref="/profile/second-factor" backTitle="Second factor" />
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <AccountForm
          fields={fields}
          submit="Make new recovery codes"
          hint="The recovery codes that you have are no longer valid afterwards."
          factor={factor}
        />
      )}
    </div>
  );
}
