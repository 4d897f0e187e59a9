import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/confirm-page';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { deletableEntity } from '~/lib/entities';
import { askDelete, deleteRecord } from '~/lib/form/delete-record.server';

/** Asks before a record of any noun is deleted, and deletes it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = deletableEntity(params.noun);
  if (!entity) throw redirect('/home');
  return askDelete(signedIn, entity, request, params.eid ?? '');
}

export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = deletableEntity(params.noun);
  if (!entity) throw redirect('/home');
  return deleteRecord(signedIn, entity, request, params.eid ?? '');
}

export default function DeleteRecord() {
  return <ConfirmPage view={useLoaderData<typeof loader>()} />;
}
