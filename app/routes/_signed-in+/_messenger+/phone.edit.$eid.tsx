import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { getEntity } from '~/lib/core/entities';
import { loadForm } from '~/lib/core/records/load-form.server';
import { saveForm } from '~/lib/core/records/save-form.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const phone = getEntity('phone');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadForm(signedIn, phone, request, readOpaqueParam(request, 'phone', params.eid));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return saveForm(signedIn, phone, request, readOpaqueParam(request, 'phone', params.eid));
}

export default function EditPhone() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
