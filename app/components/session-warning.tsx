import { useLocation } from '@remix-run/react';
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { readSessionTimes, type SessionTimes } from '~/lib/core/session/session-times';
import { UNLOCK_PATH } from '~/lib/menu';
import { pressLock } from './lock-button';
import type { SessionDialogProps, SessionNotice } from './session-dialog';

/**
 * The dialog. It is fetched when it must be shown, because it is large and rarely needed. If the server does not have it
 * any more after an upgrade, the page stays as it is: a form that is sent too late is saved as a draft.
 */
const SessionDialog = lazy<ComponentType<SessionDialogProps>>(() =>
  import('./session-dialog').catch(() => ({ default: () => null })),
);

/**
 * The delay in milliseconds between the session's end and the request that confirms it. The delay is needed
 * because timers are not exact.
 */
const SLACK_MS = 1_000;
/** The time in milliseconds after which a failed request for the session's state is repeated. */
const RETRY_MS = 15_000;

interface SessionWarningProps {
  times: SessionTimes;
  /** The number of milliseconds between the warning and the end of the session. */
  warnBefore: number;
}

/**
 * Warns the user before the session ends, and offers to extend it (WCAG 2.2.1). Also tells the user when it has ended,
 * and leaves the page if another tab has locked it.
 * Without script, users get no warning, but a form that is sent after the session's end is saved as a draft.
 */
export function SessionWarning({ times, warnBefore }: SessionWarningProps) {
  const [ends, setEnds] = useState(() => toBrowserTimes(times));
  const [notice, setNotice] = useState<SessionNotice>();
  /** True after the session has ended. The dialog is not shown again when the user goes back to the page. */
  const [over, setOver] = useState(false);
  useEffect(() => {
    setEnds(toBrowserTimes(times));
    setOver(false);
  }, [times]);

  const ask = useCallback(
    async (method: 'GET' | 'POST' = 'GET') => {
      const answer = await askSession(method);
      if (answer === 'locked') return pressLock();
      if (answer === 'unknown') return setEnds((before) => ({ ...before }));
      if (answer === 'ended') {
        setOver(true);
        return setNotice({ kind: 'ended' });
      }
      setEnds(toBrowserTimes(answer));
      setNotice(buildNotice(answer, warnBefore + SLACK_MS));
    },
    [warnBefore],
  );

  useEffect(() => {
    if (over) return;
    const timer = setTimeout(() => ask(), computeDelay(ends, warnBefore));
    // While a computer is asleep, timers do not run.
    const onVisible = () => document.visibilityState === 'visible' && ask();
    document.addEventListener('visibilitychange', onVisible);
    // Browsers without channels find out that another tab has locked the session when the tab is shown.
    const channel = window.BroadcastChannel && new BroadcastChannel(UNLOCK_PATH);
    if (channel) channel.onmessage = () => ask();
    return () => {
      channel?.close();
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

/**
 * Asks the panel when the session ends, because another tab may have extended the session. A POST extends it.
 */
async function askSession(
  method: 'GET' | 'POST',
): Promise<SessionTimes | 'ended' | 'locked' | 'unknown'> {
  try {
    const response = await fetch('/session', { method });
    if (response.redirected)
      return new URL(response.url).pathname === UNLOCK_PATH ? 'locked' : 'ended';
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

/**
 * Returns the number of milliseconds until the session's state must be requested. The first request is due at the time
 * of the warning, and the next request at the session's end.
 */
function computeDelay(ends: SessionTimes, warnBefore: number): number {
  const left = Math.min(ends.idle, ends.latest) - Date.now();
  if (left <= 0) return RETRY_MS;
  return left > warnBefore ? left - warnBefore : left + SLACK_MS;
}

/** Converts remaining times to times of the browser's clock, which may differ from the server's. */
function toBrowserTimes({ idle, latest }: SessionTimes): SessionTimes {
  const now = Date.now();
  return { idle: now + idle, latest: now + latest };
}
