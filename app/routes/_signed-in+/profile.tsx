import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Icon } from '~/components/icon';
import { audit } from '~/lib/core/host/audit.server';
import { readPreferences } from '~/lib/core/server/preferences.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { SHORTCUTS_PATH } from '~/lib/menu';
import { MenuSettings } from '~/lib/profile/menu-settings';
import { OwnSessions } from '~/lib/profile/own-sessions';
import { endSessions, loadSessionsView } from '~/lib/profile/profile-sessions.server';
import { SampleProfile } from '~/lib/profile/sample-profile';
import { ShortcutSettings } from '~/lib/profile/shortcut-settings';

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  audit({
    username: signedIn.user.username,
    title: 'Profile',
    action: 'View',
    description: 'Viewed Profile',
  });
  const { folded, shortcuts } = await readPreferences(request);
  const sessions = await loadSessionsView(signedIn);
  return { title: 'Profile', sessions, folded, areShortcutsOn: shortcuts === 'on' };
}

export async function action({ request }: ActionFunctionArgs) {
  return endSessions(await requireSignedIn(request, { write: false }), request);
}

export default function Profile() {
  const { sessions, folded, areShortcutsOn } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="mb-2">Profile</h1>
      <SampleProfile />
      <p className="mt-4 flex flex-wrap gap-2">
        <Link to="/profile/password" className="button">
          <Icon name="pencil" /> Change your password
        </Link>
        <Link to="/profile/second-factor" className="button">
          <Icon name="shield-check" /> Second factor
        </Link>
        <Link to="/profile/accesses" className="button">
          <Icon name="shield-check" /> My accesses
        </Link>
      </p>
      <section className="mt-8">
        <h2 className="mb-2">Keyboard</h2>
        <ShortcutSettings areOn={areShortcutsOn} />
        <p className="mt-2">
          <Link to={SHORTCUTS_PATH}>What the shortcuts are</Link>
        </p>
      </section>
      <MenuSettings folded={folded} />
      <OwnSessions view={sessions} />
    </>
  );
}
