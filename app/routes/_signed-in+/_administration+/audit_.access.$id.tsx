import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { loadAccess } from '~/lib/accessed/load-access.server';
import { requireAccessReader } from '~/lib/session/require-access-reader.server';

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  return loadAccess(await requireAccessReader(request), request, { id });
}

export default function Access() {
  const { description, view } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Records of an access" backHref="/audit/accesses" backTitle="Accesses" />
      <p className="mb-4 text-muted">{description}</p>
      <DataList view={view} level={2} />
    </>
  );
}
