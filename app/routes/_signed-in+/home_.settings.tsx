import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { audit } from '~/lib/core/host/audit.server';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { home } from '~/lib/menu';
import { cards } from '~/lib/overview/cards';
import { changeOverviewSettings } from '~/lib/overview/change-settings.server';
import { getPlaceInput, readOverviewSettings } from '~/lib/overview/overview-settings.server';
import { SettingsForm } from '~/lib/overview/settings-form';

const TITLE = 'Figures of the home page';

/** Loads the form in which administrators choose the figures of the home page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdministrator(request);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  const { places, target, start, end } = await readOverviewSettings();
  return {
    title: TITLE,
    trail: [{ title: TITLE }],
    cards: cards.map(({ name, title }) => ({
      ...{ name: getPlaceInput(name), title, place: String(places[name] ?? '') },
    })),
    goal: { target: String(target ?? ''), start: start ?? '', end: end ?? '' },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return changeOverviewSettings(await requireAdministrator(request), request);
}

export default function OverviewSettings() {
  const { cards: inputs, goal } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref={home.path} backTitle={home.title} />
      <SettingsForm cards={inputs} goal={goal} />
      <Link to="/home/settings/mail" className="button mt-6">
        Change the weekly mail
      </Link>
    </div>
  );
}
