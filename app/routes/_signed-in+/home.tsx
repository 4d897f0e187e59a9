import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { WaitingNotice } from '~/components/accounts/waiting-notice';
import { Logo } from '~/components/logo';
import { MenuCards } from '~/components/menu-cards';
import { Overview } from '~/components/overview/overview';
import { audit } from '~/lib/host/audit.server';
import { getMenu } from '~/lib/menu';
import { loadOverview } from '~/lib/overview/load-overview.server';
import { config } from '~/lib/server/config.server';
import { requireSignedIn } from '~/lib/session/guard.server';
import { isAdministrator, listPermissions } from '~/lib/session/permissions';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  audit({ username: user.username, title: 'Home', action: 'View', description: 'Viewed Home' });
  return {
    title: 'Home',
    product: config.PRODUCT_NAME,
    contacts: config.SUPPORT_EMAILS,
    rights: listPermissions(user),
    cards: await loadOverview(user),
    maySet: isAdministrator(user) && config.OVERVIEW_SECONDS > 0,
  };
}

export default function Home() {
  const { product, contacts, rights, cards, maySet } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="mb-6 flex items-center gap-4">
        <Logo size={48} />
        <div>
          <h1>{product}</h1>
          <p className="text-muted">
            Review what the study’s apps upload, and maintain the reference data.
          </p>
        </div>
      </div>
      <WaitingNotice />
      <Overview cards={cards} maySet={maySet} />
      <MenuCards groups={getMenu(rights)} />
      <p className="text-muted">
        Questions? Write to{' '}
        {contacts.map((address, index) => (
          <span key={address}>
            {index > 0 && ' or '}
            <a href={`mailto:${address}`}>{address}</a>
          </span>
        ))}
        .
      </p>
    </>
  );
}
