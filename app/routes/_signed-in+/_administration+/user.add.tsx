import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { entityNamed } from '~/lib/entities';
import { loadForm } from '~/lib/form/load-form.server';
import { saveForm } from '~/lib/form/save-form.server';

const user = entityNamed('user');

export async function loader({ request }: LoaderFunctionArgs) {
  return loadForm(await requireSignedIn(request), user, request);
}

export async function action({ request }: ActionFunctionArgs) {
  return saveForm(await requireSignedIn(request), user, request);
}

export default function AddUser() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
