import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { getEntity } from '~/lib/core/entities';
import { loadForm } from '~/lib/core/records/load-form.server';
import { saveForm } from '~/lib/core/records/save-form.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const notification = getEntity('notification');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadForm(await requireSignedIn(request), notification, request);
}

export async function action({ request }: ActionFunctionArgs) {
  return saveForm(await requireSignedIn(request), notification, request);
}

export default function AddNotification() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
