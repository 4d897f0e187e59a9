import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireSignedIn } from '~/lib/session/guard.server';

/** The bare address; without this route the root would answer it alone, with an empty page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}
