import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { getEntity } from '~/lib/core/entities';
import { loadForm } from '~/lib/core/records/load-form.server';
import { saveForm } from '~/lib/core/records/save-form.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const user = getEntity('user');

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadForm(await requireSignedIn(request), user, request, params.eid);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const address = getClientAddress(context);
  return saveForm(await requireSignedIn(request), user, request, params.eid, address);
}

export default function EditUser() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
