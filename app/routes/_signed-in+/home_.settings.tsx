import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { MailStatus } from '~/components/overview/mail-status';
import { SettingsForm } from '~/components/overview/settings-form';
import { PageHead } from '~/components/page-head';
import { audit } from '~/lib/host/audit.server';
import { home } from '~/lib/menu';
import { cards } from '~/lib/overview/cards';
import { changeOverviewSettings } from '~/lib/overview/change-settings.server';
import { getPlaceInput, readOverviewSettings } from '~/lib/overview/overview-settings.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';
import { loadMailStatus } from '~/lib/weekly-mail/load-mail-settings.server';
import { MAIL_PATH } from '~/lib/weekly-mail/weekly-mail';

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
    mail: await loadMailStatus(),
    goal: { target: String(target ?? ''), start: start ?? '', end: end ?? '' },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return changeOverviewSettings(await requireAdministrator(request), request);
}

export default function OverviewSettings() {
  const { cards: inputs, goal, mail } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref={home.path} backTitle={home.title} />
      <SettingsForm cards={inputs} goal={goal} />
      <section aria-labelledby="weekly-mail-title" className="mt-6">
        <h2 id="weekly-mail-title" className="mb-2">
          Weekly mail
        </h2>
        <MailStatus status={mail} />
        <Link to={MAIL_PATH} className="button">
          Change the weekly mail
        </Link>
      </section>
    </div>
  );
}
