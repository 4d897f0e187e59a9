import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/** Redirects any other address to the home page, or to the sign-in (product-spec.md §2), and lets it say that there is no such page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(new Request(new URL('/home', request.url), request));
  return leadHome(signedIn, request);
}

export async function action({ request }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return leadHome(signedIn, request);
}
