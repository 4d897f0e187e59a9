import { Link } from '@remix-run/react';
import type { MenuGroup } from '~/lib/menu';
import { Icon } from './icon';

/** Shows a group of the menu as cards, each with the purpose of its screen. */
export function MenuCards({ group }: { group: MenuGroup }) {
  return (
    <section className="mb-6">
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
  );
}
