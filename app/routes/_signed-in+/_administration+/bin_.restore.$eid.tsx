import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/confirm-page';
import { askRestore, restoreRecord } from '~/lib/records/restore-record.server';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Loads the page that asks before a deleted record is restored. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return askRestore(await requireSignedIn(request), request, params.eid ?? '');
}

export async function action({ request, params }: ActionFunctionArgs) {
  return restoreRecord(await requireSignedIn(request), request, params.eid ?? '');
}

export default function RestoreRecord() {
  const reply = useActionData<{ error: string }>();
  return <ConfirmPage view={useLoaderData<typeof loader>()} error={reply?.error} />;
}
