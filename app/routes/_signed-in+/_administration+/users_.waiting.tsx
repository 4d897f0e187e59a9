import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { WaitingList } from '~/components/accounts/waiting-list';
import { PageHead } from '~/components/page-head';
import { loadWaiting } from '~/lib/accounts/load-waiting.server';
import { requireSignedIn } from '~/lib/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return loadWaiting(await requireSignedIn(request));
}

export default function WaitingAccounts() {
  const view = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={view.title} backHref="/users" backTitle="Users" />
      <WaitingList {...view} />
    </>
  );
}
