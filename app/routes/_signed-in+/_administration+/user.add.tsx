import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { getEntity } from '~/lib/core/entities';
import { loadForm } from '~/lib/core/records/load-form.server';
import { saveForm } from '~/lib/core/records/save-form.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const user = getEntity('user');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadForm(await requireSignedIn(request), user, request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const address = getClientAddress(context);
  return saveForm(await requireSignedIn(request), user, request, undefined, address);
}

export default function AddUser() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
