import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { touchSession } from '~/lib/core/session/live-sessions.server';
import { getTimesLeft } from '~/lib/core/session/own-sessions.server';

/** Returns the remaining time of the session. The request does not extend the session. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await requireSignedIn(request, { touch: false, withoutFactor: true });
  return answer(session.ends);
}

/** Extends the session for the button 'Stay signed in', and returns its new remaining time. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await requireSignedIn(request, { write: false, withoutFactor: true });
  await touchSession(session.token, 0);
  return answer(
    (await requireSignedIn(request, { write: false, withoutFactor: true })).session.ends,
  );
}

function answer(ends: { idle: number; latest: number }): Response {
  return Response.json(getTimesLeft(ends), { headers: { 'Cache-Control': 'no-store' } });
}
