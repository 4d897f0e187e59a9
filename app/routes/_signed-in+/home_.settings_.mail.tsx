import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MailForm } from '~/components/overview/mail-form';
import { PageHead } from '~/components/page-head';
import { audit } from '~/lib/host/audit.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';
import { changeMailSettings } from '~/lib/weekly-mail/change-mail-settings.server';
import { loadMailForm } from '~/lib/weekly-mail/load-mail-settings.server';

const TITLE = 'Weekly mail';
const settings = { href: '/home/settings', title: 'Figures of the home page' };

/** Loads the form in which administrators choose who gets the weekly mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdministrator(request);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  return {
    title: TITLE,
    trail: [settings, { title: TITLE }],
    form: await loadMailForm(user),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return changeMailSettings(await requireAdministrator(request), request);
}

export default function WeeklyMail() {
  const { form } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref={settings.href} backTitle={settings.title} />
      <MailForm {...form} />
    </div>
  );
}
