import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { SetupFrame } from '~/components/factor/setup-frame';
import { SessionWarning } from '~/components/session-warning';
import { Shell } from '~/components/shell/shell';
import { Toast } from '~/components/toast';
import { countWaiting } from '~/lib/accounts/count-waiting.server';
import { listPinnedViews } from '~/lib/list/view-choices.server';
import { startRefresh } from '~/lib/overview/refresh-overview.server';
import { config } from '~/lib/server/config.server';
import { formatMoment } from '~/lib/server/format-moment.server';
import { readPreferences } from '~/lib/server/preferences.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { getTimesLeft, WARN_BEFORE_MS } from '~/lib/session/own-sessions.server';
import { listPermissions } from '~/lib/session/permissions';
import { takeToast } from '~/lib/session/take-toast.server';
import { getUserKey } from '~/lib/session/user-key.server';

const FIRST_YEAR = 2022;

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, session, mustSetUpFactor } = await requireSignedIn(request, {
    withoutFactor: true,
  });
  if (!mustSetUpFactor) startRefresh();
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
