import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { forgetConversations } from '~/lib/core/messenger/conversations/runs.server';
import { signOut } from '~/lib/core/session/end-sessions.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request, { withoutFactor: true });
  return redirect('/home');
}

export async function action({ request }: ActionFunctionArgs) {
  const { user, session } = await requireSignedIn(request, { write: false, locked: true });
  await forgetConversations(session.id);
  await signOut(user, session.id);
  return redirect('/login', {
    // Browsers do not store the pages. This header removes data that scripts may have stored. The cookie stays: it opens
    // nothing any more, but tells whose draft a form is that another tab sends later.
    headers: { 'Clear-Site-Data': '"storage"' },
  });
}
