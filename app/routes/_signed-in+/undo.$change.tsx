import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Comparison } from '~/components/comparison';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { askUndo } from '~/lib/history/ask-undo.server';
import { undoChange } from '~/lib/history/undo-change.server';

/** Loads the page that asks before a change is taken back. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return askUndo(await requireSignedIn(request), params.change ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const address = getClientAddress(context);
  return undoChange(await requireSignedIn(request), request, params.change ?? '', address);
}

export default function UndoChange() {
  const view = useLoaderData<typeof loader>();
  return (
    <ConfirmPage view={view} isWide>
      <p className="break-words">{view.description}</p>
      <Comparison
        label="Comparison"
        heads={['After the change', 'Once taken back']}
        rows={view.differences.map(({ label, after, before }) => ({
          label,
          texts: [after, before],
        }))}
      />
    </ConfirmPage>
  );
}
