import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Redirects any other address to the home page, or to the sign-in (product-spec.md §2). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(new Request(new URL('/home', request.url), request));
  return redirect('/home');
}

export async function action({ request }: ActionFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}
