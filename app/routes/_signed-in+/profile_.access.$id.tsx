import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { loadAccess } from '~/lib/accessed/load-access.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { getUserKey } from '~/lib/session/user-key.server';

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadAccess(signedIn, request, { id, userKey: getUserKey(signedIn.user) });
}

export default function OwnAccess() {
  const { description, view } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Records of an access" backHref="/profile/accesses" backTitle="My accesses" />
      <p className="mb-4 text-muted">{description}</p>
      <DataList view={view} level={2} />
    </>
  );
}
