import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Logo } from '~/components/logo';
import { MenuCards } from '~/components/menu-cards';
import { WaitingNotice } from '~/components/waiting-notice';
import { audit } from '~/lib/core/host/audit.server';
import { config } from '~/lib/core/server/config.server';
import { describeFormer } from '~/lib/core/server/former-databases.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { isAdministrator, listPermissions } from '~/lib/core/session/permissions';
import { getMenu } from '~/lib/menu';
import { planRefresh, readRefreshes } from '~/lib/overview/await-figures.server';
import { loadOverview } from '~/lib/overview/load-overview.server';
import { Overview } from '~/lib/overview/overview';
import { startRefresh } from '~/lib/overview/refresh-overview.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  const cards = await loadOverview(user);
  const refreshes = readRefreshes(request);
  const awaited = planRefresh(cards, refreshes);
  // The audit log gets no entry each time that a page looks for its figures.
  if (refreshes === 0 || !awaited)
    audit({ username: user.username, title: 'Home', action: 'View', description: 'Viewed Home' });
  startRefresh();
  return {
    title: 'Home',
    product: config.PRODUCT_NAME,
    contacts: config.SUPPORT_EMAILS,
    rights: listPermissions(user),
    cards,
    awaited,
    ...(awaited?.href && { refreshSeconds: awaited.seconds, refreshHref: awaited.href }),
    former: isAdministrator(user) ? describeFormer() : undefined,
    maySet: isAdministrator(user) && config.OVERVIEW_SECONDS > 0,
  };
}

export default function Home() {
  const { product, contacts, rights, cards, awaited, former, maySet } =
    useLoaderData<typeof loader>();
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
      {former && <p className="card mb-4 p-4 break-words">{former}</p>}
      <Overview cards={cards} maySet={maySet} refresh={awaited} />
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
