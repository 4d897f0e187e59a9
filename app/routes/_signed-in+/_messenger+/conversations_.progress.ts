import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getSummaryState, leaveRun } from '~/lib/messenger/conversations/runs.server';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Asked by the conversations page's script: how far the loading is. Asking keeps it going. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await requireSignedIn(request);
  const state = await getSummaryState(session.id, watcherOf(request), false);
  return Response.json(
    state?.kind === 'running' ? { done: state.done, total: state.total } : { over: true },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

/** Told by the same script that the page has been left. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await requireSignedIn(request, { write: false });
  leaveRun(session.id, watcherOf(request));
  return new Response(null, { status: 204 });
}

function watcherOf(request: Request): string {
  return (new URL(request.url).searchParams.get('watcher') ?? '').slice(0, 64);
}
