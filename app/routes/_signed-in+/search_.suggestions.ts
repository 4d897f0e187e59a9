import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { audit } from '~/lib/core/host/audit.server';
import { refuseRequest } from '~/lib/core/server/refuse';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { suggest } from '~/lib/search/search-all.server';
import { readSearchText, SEARCH_PATH } from '~/lib/search/start-search.server';

/** Returns the suggestions of the search field for a text: POST /search/suggestions. */
export async function action({ request }: ActionFunctionArgs) {
  const { user } = await requireSignedIn(request, { write: false });
  const text = await readSearchText(request);
  if (text === undefined) refuseRequest(400, 'The text is too long.');
  const groups = text === '' ? [] : await suggest(user, text);
  if (!groups) refuseRequest(429, 'Your earlier searches are still running.');
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
