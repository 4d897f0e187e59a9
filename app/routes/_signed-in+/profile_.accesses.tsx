import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { bindAccessesToUser } from '~/lib/access/access-entity';
import { loadList } from '~/lib/list/load-list.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { getUserKey } from '~/lib/session/user-key.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadList(signedIn, bindAccessesToUser(getUserKey(signedIn.user)), request);
}

export default function OwnAccesses() {
  return (
    <>
      <PageHead title="My accesses" backHref="/profile" backTitle="Profile" />
      <DataList view={useLoaderData<typeof loader>()} level={2} />
    </>
  );
}
