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
import { makeNewCodes } from '~/lib/factor/change-factor.server';
import { takeNewCodes } from '~/lib/factor/new-codes.server';
import { RecoveryCodes } from '~/lib/factor/recovery-code-list';

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
