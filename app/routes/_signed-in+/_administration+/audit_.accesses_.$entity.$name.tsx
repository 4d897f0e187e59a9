import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BackLink } from '~/components/back-link';
import { DataList } from '~/components/data-list/data-list';
import { findAccessesToRecord } from '~/lib/core/access/find-list.server';
import { redirectToPublicPath } from '~/lib/core/addresses/redirect-to-public-path.server';
import { loadList } from '~/lib/core/list/load-list.server';
import { refuseMissing } from '~/lib/core/server/refuse';
import { requireAccessReader } from '~/lib/core/session/require-access-reader.server';

export async function loader({ request, params: { entity = '', name = '' } }: LoaderFunctionArgs) {
  const signedIn = await requireAccessReader(request);
  const list = findAccessesToRecord(entity, name);
  if (!list) refuseMissing();
  redirectToPublicPath(request, list.list);
  return loadList(signedIn, list, request);
}

export default function AccessesToRecord() {
  const view = useLoaderData<typeof loader>();
  return <DataList view={view} back={<BackLink href="/audit/accesses" title="Accesses" />} />;
}
