import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { signOut } from '~/lib/auth/end-sessions.server';
import { readSession, requireSignedIn } from '~/lib/auth/guard.server';
import { sessionStorage } from '~/lib/auth/session.server';
import { forgetConversations } from '~/lib/cloud/conversations/runs.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}

export async function action({ request }: ActionFunctionArgs) {
  const { user, session } = await requireSignedIn(request, { write: false });
  await forgetConversations(session.id);
  await signOut(user, session.id);
  const cookie = await sessionStorage.destroySession(await readSession(request));
  return redirect('/login', {
    // Pages are never stored; this clears what scripts may have left.
    headers: { 'Set-Cookie': cookie, 'Clear-Site-Data': '"storage"' },
  });
}
