import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/confirm-page';
import type { ProofQuestion } from '~/lib/form/form-view';
import { askRestore, restoreRecord } from '~/lib/records/restore-record.server';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Loads the page that asks before a deleted record is restored. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return askRestore(await requireSignedIn(request), request, params.eid ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return restoreRecord(signedIn, request, params.eid ?? '', getClientAddress(context));
}

export default function RestoreRecord() {
  const reply = useActionData<{ error: string; proof?: ProofQuestion }>();
  return <ConfirmPage view={useLoaderData<typeof loader>()} {...reply} />;
}
