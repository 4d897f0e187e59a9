import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { JournalTabs } from '~/components/journal-tabs';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { signInEntry } from '~/lib/entities/journals';
import { loadList } from '~/lib/list/load-list.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadList(await requireSignedIn(request), signInEntry, request);
}

export default function SignIns() {
  return (
    <>
      <JournalTabs />
      <DataList view={useLoaderData<typeof loader>()} />
    </>
  );
}
