import { redirect } from '@remix-run/node';
import { readForm } from '../core/form/read-form.server';
import { formatMoment } from '../core/server/format-moment.server';
import type { SignedIn } from '../core/session/guard.server';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '../core/session/own-sessions.server';

/** Loads the signed-in user's sessions for the profile page, with their times as text. */
export async function loadSessionsView({ user, session }: SignedIn) {
  const sessions = await listOwnSessions(user);
  return {
    ends: formatMoment(session.ends.idle, 'time'),
    latest: formatMoment(session.ends.latest, 'date-time'),
    sessions: sessions.map(({ id, device, started, lastUsed }) => ({
      id,
      device,
      started: formatMoment(started, 'date-time'),
      lastUsed: formatMoment(lastUsed, 'date-time'),
      current: id === session.id,
    })),
  };
}

export type SessionsView = Awaited<ReturnType<typeof loadSessionsView>>;

/** Ends the user's session that the form names, or all of the user's sessions except the present one. */
export async function endSessions(signedIn: SignedIn, request: Request): Promise<Response> {
  const { user, session, toast } = signedIn;
  const form = await readForm(request, { fields: ['session', 'intent'] });
  const id = String(form.get('session') ?? '');
  const others = form.get('intent') === 'others';
  await (others ? endOtherSessions(user, session.id) : endOwnSession(user, id));
  // A session that had already ended is not an error.
  await toast({
    kind: 'success',
    text: others ? 'All other sessions have ended' : 'The session has ended',
  });
  return redirect('/profile');
}
