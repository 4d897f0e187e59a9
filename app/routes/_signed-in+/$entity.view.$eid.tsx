import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { findDetailEntity } from '~/lib/core/entities';
import { refuseMissing } from '~/lib/core/server/refuse';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { Detail } from '~/lib/detail/detail';
import { loadDetail } from '~/lib/detail/load-detail.server';

/** Loads the page of a record of any entity that has no form. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findDetailEntity(params.entity);
  if (!entity) refuseMissing();
  return loadDetail(signedIn, entity, request, readOpaqueParam(request, entity.name, params.eid));
}

export default function ViewRecord() {
  return <Detail view={useLoaderData<typeof loader>()} />;
}
