import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { loadBin } from '~/lib/core/records/load-bin.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

/** Loads the list of deleted records. */
export async function loader({ request }: LoaderFunctionArgs) {
  return loadBin(await requireSignedIn(request), request);
}

export default function Bin() {
  const bin = useLoaderData<typeof loader>();
  if (!('notice' in bin)) return <DataList view={bin} />;
  return (
    <>
      <h1 className="mb-4">{bin.title}</h1>
      <p>{bin.notice}</p>
    </>
  );
}
