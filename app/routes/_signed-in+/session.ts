import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireSignedIn } from '~/lib/session/guard.server';
import { getTimesLeft } from '~/lib/session/own-sessions.server';
import { touchSession } from '~/lib/session/session.server';

/** Answers how long one's session lasts; asking does not prolong it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await requireSignedIn(request, { touch: false });
  return answer(session.ends);
}

/** Prolongs the session, for 'Stay signed in': its idle time starts again. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await requireSignedIn(request, { write: false });
  await touchSession(session.token, 0);
  return answer((await requireSignedIn(request, { write: false })).session.ends);
}

function answer(ends: { idle: number; latest: number }): Response {
  return Response.json(getTimesLeft(ends), { headers: { 'Cache-Control': 'no-store' } });
}
