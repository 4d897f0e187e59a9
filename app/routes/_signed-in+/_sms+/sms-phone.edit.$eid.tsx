import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { getEntity } from '~/lib/core/entities';
import { loadForm } from '~/lib/core/records/load-form.server';
import { saveForm } from '~/lib/core/records/save-form.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

const smsPhone = getEntity('sms-phone');

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadForm(await requireSignedIn(request), smsPhone, request, params.eid);
}

export async function action({ request, params }: ActionFunctionArgs) {
  return saveForm(await requireSignedIn(request), smsPhone, request, params.eid);
}

export default function EditSmsPhone() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
