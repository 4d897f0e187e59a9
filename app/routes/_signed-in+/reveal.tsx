import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { audit } from '~/lib/core/host/audit.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { RevealPage } from '~/lib/reveal/reveal-page';
import { type RevealView, revealValue } from '~/lib/reveal/reveal-value.server';

/** Loads the page of a revealed value, which is empty without a post: no address contains a value or names one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  const title = 'Reveal a value';
  const { username } = user;
  audit({ username, title, action: 'View', description: `Viewed ${title}` });
  return { title, trail: [{ title: 'Home', href: '/home' }, { title }] };
}

/** Reveals a masked value of a record. Every role that may see the record may reveal its values. */
export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  return revealValue(signedIn, request, getClientAddress(context));
}

export default function Reveal() {
  return <RevealPage view={useActionData<RevealView>()} />;
}
