import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { audit } from '~/lib/core/host/audit.server';
import { readPreferences } from '~/lib/core/server/preferences.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { ShortcutSettings } from '~/lib/profile/shortcut-settings';
import { ShortcutTable } from '~/lib/profile/shortcut-table';
import { generalShortcuts, listScreenShortcuts } from '~/lib/shortcuts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  audit({
    username: user.username,
    title: 'Keyboard shortcuts',
    action: 'View',
    description: 'Viewed Keyboard shortcuts',
  });
  const { shortcuts } = await readPreferences(request);
  return { title: 'Keyboard shortcuts', areOn: shortcuts === 'on' };
}

export default function Shortcuts() {
  const { areOn } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="mb-2">Keyboard shortcuts</h1>
      <p className="mb-4 max-w-2xl text-muted">
        Shortcuts need script, so they do nothing on light pages. They do nothing while you type in
        a field, except for Ctrl and K. Every list begins with links that skip to its filters, rows
        and pages.
      </p>
      <ShortcutSettings areOn={areOn} />
      <div className="mt-6 grid max-w-3xl items-start gap-6 md:grid-cols-2">
        <ShortcutTable caption="Everywhere" shortcuts={generalShortcuts} />
        <ShortcutTable caption="Open a screen" shortcuts={listScreenShortcuts()} />
      </div>
    </>
  );
}
