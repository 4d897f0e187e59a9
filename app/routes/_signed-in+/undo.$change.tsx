import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { UndoPage } from '~/components/undo-page';
import type { ProofQuestion } from '~/lib/form/form-view';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { askUndo } from '~/lib/undo/ask-undo.server';
import { undoChange } from '~/lib/undo/undo-change.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  return askUndo(await requireSignedIn(request), params.change ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const address = getClientAddress(context);
  return undoChange(await requireSignedIn(request), request, params.change ?? '', address);
}

export default function UndoChange() {
  const reply = useActionData<{ error: string; proof?: ProofQuestion }>();
  const view = useLoaderData<typeof loader>();
  return <UndoPage view={view} error={reply?.error} proof={reply?.proof} />;
}
