import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireSignedIn } from '~/lib/core/session/guard.server';

/** Redirects the address `/`. Without this route, the root route would respond with an empty page. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}
