import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { loadSearch } from '~/lib/search/load-search.server';
import { SearchResults } from '~/lib/search/search-results';
import { startSearch } from '~/lib/search/start-search.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadSearch(await requireSignedIn(request), request);
}

export async function action({ request }: ActionFunctionArgs) {
  return startSearch(await requireSignedIn(request, { write: false }), request);
}

export default function Search() {
  const refused = useActionData<typeof action>();
  const view = useLoaderData<typeof loader>();
  return <SearchResults view={{ ...view, ...refused }} />;
}
