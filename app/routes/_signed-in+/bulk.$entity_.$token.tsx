import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BulkPage } from '~/lib/bulk/bulk-page';
import { confirmAction } from '~/lib/bulk/confirm-action.server';
import { loadAction } from '~/lib/bulk/load-action.server';
import { findBulkEntity } from '~/lib/core/entities/bulk';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/** Loads the page of a bulk action: its question, its progress or its result. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findBulkEntity(params.entity);
  if (!entity) throw await leadHome(signedIn, request);
  return loadAction(signedIn, entity, request, params.token ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findBulkEntity(params.entity);
  if (!entity) throw await leadHome(signedIn, request);
  const address = getClientAddress(context);
  return confirmAction(signedIn, entity, request, params.token ?? '', address);
}

export default function BulkActionPage() {
  return <BulkPage view={useLoaderData<typeof loader>()} />;
}
