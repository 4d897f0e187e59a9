import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Icon } from '~/components/icon';
import { config } from '~/lib/core/server/config.server';
import { requireSignedOut } from '~/lib/core/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return {
    title: `Download the apps – ${config.PRODUCT_NAME}`,
    contacts: config.SUPPORT_EMAILS,
    apps: [
      {
        name: 'Messenger',
        audience: 'For participants and everybody who talks with them.',
        href: config.MESSENGER_APP_URL,
      },
      {
        name: 'Main app',
        audience: 'For peer navigators only: it asks for their sign-in.',
        href: config.MAIN_APP_URL,
      },
    ],
  };
}

export default function Download() {
  const { apps, contacts } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className="mb-4 text-center">Download the apps</h1>
      <ul className="grid gap-4">
        {apps.map(({ name, audience, href }) => (
          <li key={name} className="card p-5">
            <h2>{name}</h2>
            <p className="mt-1 text-muted">{audience}</p>
            {href ? (
              <a href={href} className="button-primary mt-4" rel="noreferrer">
                <Icon name="download" /> Download the {name.toLowerCase()}
              </a>
            ) : (
              <p className="mt-4">
                Its address has not been set up here yet. Please ask{' '}
                <a href={`mailto:${contacts[0]}`} className="underline">
                  {contacts[0]}
                </a>
                .
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-5 text-center">
        <Link to="/login">Back to the sign-in</Link>
      </p>
    </>
  );
}
