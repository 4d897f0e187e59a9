import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { lockSession } from '~/lib/lock/lock-session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}

/** Locks the session. Another tab of a locked session posts its form here, so that what was typed is stored. */
export async function action({ request }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false, touch: false, locked: true });
  return lockSession(signedIn, request);
}
