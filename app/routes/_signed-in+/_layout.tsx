import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { SessionWarning } from '~/components/session-warning';
import { SetupFrame } from '~/components/shell/setup-frame';
import { Shell } from '~/components/shell/shell';
import { Toast } from '~/components/toast';
import { countWaiting } from '~/lib/core/auth/count-waiting.server';
import { listPinnedViews } from '~/lib/core/list/view-choices.server';
import { config } from '~/lib/core/server/config.server';
import { formatMoment } from '~/lib/core/server/format-moment.server';
import { readPreferences } from '~/lib/core/server/preferences.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { getTimesLeft, WARN_BEFORE_MS } from '~/lib/core/session/own-sessions.server';
import { listPermissions } from '~/lib/core/session/permissions';
import { takeToast } from '~/lib/core/session/take-toast.server';
import { getUserKey } from '~/lib/core/session/user-key.server';
import { backgroundTasks } from '~/lifecycle/background-tasks.server';

const FIRST_YEAR = 2022;

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, session, mustSetUpFactor } = await requireSignedIn(request, {
    withoutFactor: true,
  });
  if (!mustSetUpFactor) for (const task of backgroundTasks) task.noticePage?.();
  const year = new Date().getFullYear();
  const { menu, folded, shortcuts } = await readPreferences(request);
  return {
    userName: user.name,
    product: config.PRODUCT_NAME,
    years: year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : String(FIRST_YEAR),
    openedAt: formatMoment(Date.now(), 'date-time'),
    compactMenu: menu === 'compact',
    singleKeys: shortcuts === 'on',
    foldedGroups: folded,
    ...listPermissions(user),
    mustSetUpFactor,
    waiting: mustSetUpFactor ? 0 : await countWaiting(user),
    pinned: mustSetUpFactor ? [] : await listPinnedViews(getUserKey(user)),
    signedInUntil: formatMoment(session.ends.idle, 'time'),
    sessionTimes: getTimesLeft(session.ends),
    warnBefore: WARN_BEFORE_MS,
    toast: await takeToast(request),
  };
}

export default function SignedInLayout() {
  const { toast, sessionTimes, warnBefore, mustSetUpFactor, ...loaded } =
    useLoaderData<typeof loader>();
  const { mayWrite, mayReadAccesses, waiting, pinned, ...shell } = loaded;
  const page = (
    <>
      <Toast toast={toast} />
      <Outlet />
      <SessionWarning times={sessionTimes} warnBefore={warnBefore} />
    </>
  );
  return mustSetUpFactor ? <SetupFrame>{page}</SetupFrame> : <Shell {...shell}>{page}</Shell>;
}
