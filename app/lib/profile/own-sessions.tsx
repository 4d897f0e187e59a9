import { Form } from '@remix-run/react';
import type { SessionsView } from '~/lib/profile/profile-sessions.server';
import { Icon } from '../../components/icon';

/** Renders the user's sessions, with buttons that end a session, or all sessions except the current one. */
export function OwnSessions({ view }: { view: SessionsView }) {
  const { sessions, ends, latest } = view;
  return (
    <section aria-labelledby="sessions" className="mt-8 max-w-3xl">
      <h2 id="sessions" className="mb-1">
        Where you are signed in
      </h2>
      <p className="mb-3 text-muted">
        This session ends at {ends} if you do not use it again, and at {latest} in any case.
      </p>
      <ul className="grid gap-3">
        {sessions.map((session) => (
          <li key={session.id} className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <div className="min-w-0 grow">
              <p className="font-medium">
                {session.device} {session.current && <span className="badge">This one</span>}
              </p>
              <p className="text-sm text-muted">
                Signed in {session.started}, last used {session.lastUsed}
              </p>
            </div>
            {!session.current && (
              <Form method="post">
                <button type="submit" name="session" value={session.id} className="button">
                  <Icon name="log-out" /> Sign out{' '}
                  <span className="sr-only">
                    {session.device}, signed in {session.started}
                  </span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" className="mt-4">
          <button type="submit" name="intent" value="others" className="button">
            <Icon name="log-out" /> Sign out everywhere else
          </button>
        </Form>
      )}
    </section>
  );
}
