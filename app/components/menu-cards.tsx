import '~/styles/menu-cards.css';
import { Link } from '@remix-run/react';
import type { MenuGroup } from '~/lib/menu';
import { Icon } from './icon';

/** Shows each group of the menu as a card that lists its screens, each with its purpose. */
export function MenuCards({ groups }: { groups: readonly MenuGroup[] }) {
  return (
    <div className="menu-cards">
      {groups.map(({ title, items }) => (
        <section key={title} className="card mb-4 p-2">
          <h2 className="px-2 py-1">{title}</h2>
          <ul>
            {items.map(({ path, ownDocument, icon, title: screen, purpose }) => (
              <li key={path}>
                <Link
                  to={path}
                  reloadDocument={ownDocument}
                  className="flex gap-3 rounded px-2 py-1 text-ink hover:bg-sunken hover:no-underline"
                >
                  <Icon name={icon} className="mt-1 text-accent" />
                  <span>
                    <span className="block font-medium">{screen}</span>{' '}
                    <span className="block text-sm text-muted">{purpose}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
