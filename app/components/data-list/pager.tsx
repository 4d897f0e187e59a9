import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import type { Pager as PagerView } from '~/lib/core/list/list-view';
import { Icon } from '../icon';
import { FIRST_ID } from './row-ids';

/**
 * Renders the links to pages, the page sizes, and a text such as '1–10 of 243'. The `{' '}` after each link separates
 * the links in text browsers. The fragment moves the focus to the rows, with and without script.
 */
export function Pager({ pager }: { pager: PagerView }) {
  const format = (number: number) => number.toLocaleString('en');
  const findLink = (page: number) =>
    pager.links.find((link) => 'page' in link && link.page === page) as
      | { href: string }
      | undefined;
  return (
    <div className="no-print mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="text-muted">
        {format(pager.from)}–{format(pager.to)} of {format(pager.total)}
      </p>
      <nav id="pages" aria-label="Pages" className="flex flex-wrap items-center gap-1">
        <Step href={findLink(pager.page - 1)?.href} icon="chevron-left" label="Previous page" />
        {pager.links.map((link, index) =>
          'gap' in link ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a gap
            <span key={`gap ${index}`} className="px-1 text-muted">
              …{' '}
            </span>
          ) : (
            <Fragment key={link.page}>
              <Link
                to={`${link.href}#${FIRST_ID}`}
                preventScrollReset
                aria-label={`Page ${format(link.page)}`}
                aria-current={link.page === pager.page ? 'page' : undefined}
                className={link.page === pager.page ? 'button-primary px-3' : 'button px-3'}
              >
                {format(link.page)}
              </Link>{' '}
            </Fragment>
          ),
        )}
        <Step href={findLink(pager.page + 1)?.href} icon="chevron-right" label="Next page" />
      </nav>
      <p className="flex flex-wrap items-center gap-1 text-muted sm:ml-auto">
        <span className="mr-1">Rows a page:</span>
        {pager.sizes.map(({ size, href }) => (
          <Fragment key={size}>
            {size === pager.size ? (
              <strong aria-current="true" className="rounded bg-accent-soft px-2 py-1 text-accent">
                {size}
              </strong>
            ) : (
              <Link
                to={`${href}#${FIRST_ID}`}
                preventScrollReset
                className="rounded px-2 py-1"
                aria-label={`${size} rows a page`}
              >
                {size}
              </Link>
            )}{' '}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

function Step({ href, icon, label }: { href: string | undefined; icon: string; label: string }) {
  return href ? (
    <Link to={`${href}#${FIRST_ID}`} preventScrollReset className="button px-2">
      <Icon name={icon} />
      <span className="sr-only">{label}</span>{' '}
    </Link>
  ) : (
    <span className="button px-2 opacity-50" aria-hidden="true">
      <Icon name={icon} />
    </span>
  );
}
