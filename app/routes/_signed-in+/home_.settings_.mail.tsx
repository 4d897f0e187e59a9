import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { audit } from '~/lib/core/host/audit.server';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { MailForm } from '~/lib/weekly-mail/mail-form';
import { changeMail, describeMail } from '~/lib/weekly-mail/weekly-mail.server';

const TITLE = 'Weekly mail';
const settings = { href: '/home/settings', title: 'Figures of the home page' };

/** Loads the page on which administrators choose whether they get the weekly mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireAdministrator(request);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  const mail = await describeMail(user.id);
  return { title: TITLE, trail: [settings, { title: TITLE }], mail };
}

export async function action({ request }: ActionFunctionArgs) {
  return changeMail(await requireAdministrator(request), request);
}

export default function WeeklyMail() {
  const { mail } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref={settings.href} backTitle={settings.title} />
      <MailForm {...mail} />
    </div>
  );
}
