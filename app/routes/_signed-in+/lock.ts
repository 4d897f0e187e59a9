import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { lockSession } from '~/lib/lock/lock-session.server';
import { requireSignedIn } from '~/lib/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}

/** Locks the session. Another tab of a locked session posts its form here, so that what was typed is stored. */
export async function action({ request }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false, touch: false, locked: true });
  return lockSession(signedIn, request);
}
