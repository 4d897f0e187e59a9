import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Detail } from '~/components/detail/detail';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { loadDetail } from '~/lib/detail/load-detail.server';
import { findDetailEntity } from '~/lib/entities';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Loads the page of a record of any entity that has no form. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findDetailEntity(params.entity);
  if (!entity) throw new Response('There is no such record.', { status: 404 });
  return loadDetail(signedIn, entity, request, readOpaqueParam(request, entity.name, params.eid));
}

export default function ViewRecord() {
  return <Detail view={useLoaderData<typeof loader>()} />;
}
