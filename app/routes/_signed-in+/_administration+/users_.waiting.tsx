import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { loadWaiting } from '~/lib/accounts/load-waiting.server';
import { WaitingList } from '~/lib/accounts/waiting-list';
import { requireSignedIn } from '~/lib/core/session/guard.server';

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
