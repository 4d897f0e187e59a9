import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { findDeletableEntity } from '~/lib/core/entities';
import { askDelete, deleteRecord } from '~/lib/core/records/delete-record.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/** Loads the page that asks before a record of any entity is deleted. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findDeletableEntity(params.entity);
  if (!entity) throw await leadHome(signedIn, request);
  return askDelete(signedIn, entity, request, params.eid ?? '');
}

export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findDeletableEntity(params.entity);
  if (!entity) throw await leadHome(signedIn, request);
  return deleteRecord(signedIn, entity, request, params.eid ?? '');
}

export default function DeleteRecord() {
  return <ConfirmPage view={useLoaderData<typeof loader>()} />;
}
