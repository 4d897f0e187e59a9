import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { UndoPage } from '~/components/undo-page';
import { requireSignedIn } from '~/lib/session/guard.server';
import { askUndo, undoChange } from '~/lib/undo/undo-change.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  return askUndo(await requireSignedIn(request), params.change ?? '');
}

export async function action({ request, params }: ActionFunctionArgs) {
  return undoChange(await requireSignedIn(request), request, params.change ?? '');
}

export default function UndoChange() {
  const reply = useActionData<{ error: string }>();
  return <UndoPage view={useLoaderData<typeof loader>()} error={reply?.error} />;
}
