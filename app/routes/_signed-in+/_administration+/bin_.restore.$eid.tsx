import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { askRestore, restoreRecord } from '~/lib/core/records/restore-record.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

/** Loads the page that asks before a deleted record is restored. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return askRestore(await requireSignedIn(request), request, params.eid ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return restoreRecord(signedIn, request, params.eid ?? '', getClientAddress(context));
}

export default function RestoreRecord() {
  return <ConfirmPage view={useLoaderData<typeof loader>()} />;
}
