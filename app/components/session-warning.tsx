import { useLocation } from '@remix-run/react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { readSessionTimes, type SessionTimes } from '~/lib/auth/session-times';

/** The dialog is large and rarely seen: it is fetched when it is due. */
const SessionDialog = lazy(() => import('./session-dialog'));

const WARN_MS = 2 * 60_000;
/** Timers fire a little early or late. */
const SLACK_MS = 1_000;

export type SessionNotice =
  | { kind: 'idle'; endsAt: Date }
  | { kind: 'latest'; endsAt: Date }
  | { kind: 'ended' };

/**
 * Warns two minutes before the session ends and offers to stay (WCAG 2.2.1); says so when it has
 * ended. Without script a form that comes too late is kept all the same.
 */
export function SessionWarning({ times }: { times: SessionTimes }) {
  const [left, setLeft] = useState(times);
  const [notice, setNotice] = useState<SessionNotice>();
  useEffect(() => setLeft(times), [times]);

  const look = useCallback(async (method: 'GET' | 'POST' = 'GET') => {
    const now = await askSession(method);
    if (now === 'unknown') return;
    setNotice(now ? noticeOf(now) : { kind: 'ended' });
    if (now) setLeft(now);
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => look(), waitUntilNext(left));
    // A laptop that was asleep has no running timers.
    const onVisible = () => document.visibilityState === 'visible' && look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [left, look]);

  const { pathname, search } = useLocation();
  if (!notice) return null;
  return (
    <Suspense>
      <SessionDialog
        notice={notice}
        signInHref={`/login?to=${encodeURIComponent(pathname + search)}`}
        onStay={() => look('POST')}
        onClose={() => setNotice(undefined)}
      />
    </Suspense>
  );
}

/** The session's own word, as another tab may have used it; undefined when it has ended. */
async function askSession(method: 'GET' | 'POST'): Promise<SessionTimes | undefined | 'unknown'> {
  try {
    const response = await fetch('/session', { method });
    if (response.redirected) return undefined;
    return readSessionTimes(await response.json());
  } catch {
    return 'unknown';
  }
}

function noticeOf({ idle, latest }: SessionTimes): SessionNotice | undefined {
  const kind = latest <= idle ? 'latest' : 'idle';
  const left = Math.min(idle, latest);
  return left <= WARN_MS + SLACK_MS ? { kind, endsAt: new Date(Date.now() + left) } : undefined;
}

/** Milliseconds until there is something to say: the warning, then the end itself. */
function waitUntilNext({ idle, latest }: SessionTimes): number {
  const left = Math.min(idle, latest);
  const warnIn = left - WARN_MS - SLACK_MS;
  return Math.max(warnIn > 0 ? warnIn : left, 0) + SLACK_MS;
}
