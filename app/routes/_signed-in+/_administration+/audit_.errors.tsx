import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { JournalTabs } from '~/components/journal-tabs';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { errorEntry } from '~/lib/entities/journals';
import { loadList } from '~/lib/list/load-list.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), errorEntry, request);
}

export default function Errors() {
  return (
    <>
      <JournalTabs />
      <DataList view={useLoaderData<typeof loader>()} />
    </>
  );
}
