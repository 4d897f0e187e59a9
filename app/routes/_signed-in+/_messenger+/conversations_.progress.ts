import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getSummaryState, leaveRun } from '~/lib/core/messenger/conversations/runs.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

/**
 * Returns the progress of the count to the script of the conversations page. Counting continues as long as the script
 * requests the progress.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await requireSignedIn(request);
  const state = await getSummaryState(session.id, getWatcher(request), false);
  return Response.json(
    state?.kind === 'running' ? { done: state.done, total: state.total } : { over: true },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

/** Handles the request that the same script sends when the user leaves the page. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await requireSignedIn(request, { write: false });
  leaveRun(session.id, getWatcher(request));
  return new Response(null, { status: 204 });
}

function getWatcher(request: Request): string {
  return (new URL(request.url).searchParams.get('watcher') ?? '').slice(0, 64);
}
