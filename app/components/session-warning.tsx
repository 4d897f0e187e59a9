import { useLocation } from '@remix-run/react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { readSessionTimes, type SessionTimes } from '~/lib/session/session-times';
import type { SessionNotice } from './session-dialog';

/** The dialog is large and rarely seen: it is fetched when it is due. */
const SessionDialog = lazy(() => import('./session-dialog'));

/** Timers fire a little early or late. */
const SLACK_MS = 1_000;
/** While the panel cannot be reached, the session's state is unknown. */
const RETRY_MS = 15_000;

interface SessionWarningProps {
  times: SessionTimes;
  /** The time before the end at which to warn, in milliseconds. */
  warnBefore: number;
}

/**
 * Warns before the session ends and offers to stay (WCAG 2.2.1); says so when it has ended. Without
 * script a form that comes too late is kept all the same.
 */
export function SessionWarning({ times, warnBefore }: SessionWarningProps) {
  const [ends, setEnds] = useState(() => countFromNow(times));
  const [notice, setNotice] = useState<SessionNotice>();
  /** Shows the warning once: a user who goes back to the page to save a form does not see it again. */
  const [over, setOver] = useState(false);
  useEffect(() => {
    setEnds(countFromNow(times));
    setOver(false);
  }, [times]);

  const ask = useCallback(
    async (method: 'GET' | 'POST' = 'GET') => {
      const answer = await askSession(method);
      if (answer === 'unknown') return setEnds((before) => ({ ...before }));
      if (answer === 'ended') {
        setOver(true);
        return setNotice({ kind: 'ended' });
      }
      setEnds(countFromNow(answer));
      setNotice(buildNotice(answer, warnBefore + SLACK_MS));
    },
    [warnBefore],
  );

  useEffect(() => {
    if (over) return;
    const timer = setTimeout(() => ask(), waitFor(ends, warnBefore));
    // A laptop that was asleep has no running timers.
    const onVisible = () => document.visibilityState === 'visible' && ask();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [ends, over, ask, warnBefore]);

  const { pathname, search } = useLocation();
  if (!notice) return null;
  return (
    <Suspense>
      <SessionDialog
        notice={notice}
        signInHref={`/login?to=${encodeURIComponent(pathname + search)}`}
        onStay={() => ask('POST')}
        onClose={() => setNotice(undefined)}
      />
    </Suspense>
  );
}

/** The session's own word, as another tab may have used it. */
async function askSession(method: 'GET' | 'POST'): Promise<SessionTimes | 'ended' | 'unknown'> {
  try {
    const response = await fetch('/session', { method });
    if (response.redirected) return 'ended';
    return readSessionTimes(await response.json()) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

function buildNotice({ idle, latest }: SessionTimes, warnAt: number): SessionNotice | undefined {
  const left = Math.min(idle, latest);
  if (left > warnAt) return undefined;
  return { kind: latest <= idle ? 'latest' : 'idle', endsAt: new Date(Date.now() + left) };
}

/** Milliseconds until there is something to say: the warning, then the end itself. */
function waitFor(ends: SessionTimes, warnBefore: number): number {
  const left = Math.min(ends.idle, ends.latest) - Date.now();
  if (left <= 0) return RETRY_MS;
  return left > warnBefore ? left - warnBefore : left + SLACK_MS;
}

/** As moments of the browser's own clock, whichever time that shows. */
function countFromNow({ idle, latest }: SessionTimes): SessionTimes {
  const now = Date.now();
  return { idle: now + idle, latest: now + latest };
}
