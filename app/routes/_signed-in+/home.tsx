import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { WaitingNotice } from '~/components/accounts/waiting-notice';
import { Icon } from '~/components/icon';
import { Logo } from '~/components/logo';
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
      {getMenu(rights).map((group) => (
        <section key={group.title} className="mb-6">
          <h2 className="mb-2">{group.title}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {group.items.map((item) => (
              <li key={item.path}>
                <Link
                  to={item.path}
                  reloadDocument={item.ownDocument}
                  className="card flex h-full gap-3 p-4 text-ink hover:border-accent hover:no-underline"
                >
                  <Icon name={item.icon} className="mt-0.5 text-accent" />
                  <span>
                    <span className="block font-semibold">{item.title}</span>{' '}
                    <span className="text-sm text-muted">{item.purpose}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
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
