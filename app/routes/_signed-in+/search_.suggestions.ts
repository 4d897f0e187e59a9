import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { audit } from '~/lib/host/audit.server';
import { suggest } from '~/lib/search/search-all.server';
import { readSearchText, SEARCH_PATH } from '~/lib/search/start-search.server';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Returns the suggestions of the search field for a text: POST /search/suggestions. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireSignedIn(request, { write: false });
  const text = await readSearchText(request);
  if (text === undefined) return new Response('The text is too long.', { status: 400 });
  const groups = text === '' ? [] : await suggest(user, text);
  if (!groups) return new Response('Your earlier searches are still running.', { status: 429 });
  audit({
    username: user.username,
    title: 'Search',
    action: 'View',
    description: 'Viewed suggestions of Search',
  });
  return Response.json(groups, { headers: { 'Cache-Control': 'no-store' } });
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect(SEARCH_PATH);
}
