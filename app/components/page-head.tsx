import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { BackLink } from './back-link';
import { Fold } from './fold';
import { Icon } from './icon';

interface PageHeadProps {
  title: string;
  backHref: string;
  backTitle: string;
  /** The address of the history of the record that the page shows. */
  historyHref?: string;
  /** The reason that the page has nothing to show. */
  error?: string;
  /** The address of the list of accesses to the record. Undefined for users who may not read the list. */
  accessesHref?: string;
  /** The address of the page of the second factor of the user whom the page shows. */
  factorHref?: string;
  /** True above a list, which is as wide as the window. */
  isWide?: boolean;
  /** Further links, beside the link back. */
  children?: ReactNode;
}

/**
 * Renders the top of a subpage: the title and, if there is one, the error, with links back to the parent page, to the
 * record's history and to the list of who saw the record.
 */
export function PageHead(props: PageHeadProps) {
  const { title, backHref, backTitle, error, isWide, children } = props;
  const links = listLinks(props).map(({ href, name, icon }) => (
    <Link key={name} to={href} className="button">
      <Icon name={icon} /> {name}
    </Link>
  ));
  return (
    <>
      <div className={`mb-4 flex flex-wrap items-center gap-2 ${isWide ? '' : 'max-w-5xl'}`}>
        <h1 className="mr-auto w-full min-w-0 break-words sm:w-auto">{title}</h1>
        <div className="page-links no-print">
          <BackLink href={backHref} title={backTitle} isShort={Boolean(children)} />
          {children}
          {links.length > 1 ? (
            <Fold title="More" about="about this record">
              <div className="fold-links">{links}</div>
            </Fold>
          ) : (
            links
          )}
        </div>
      </div>
      {error && (
        <p
          role="alert"
          className="mb-4 flex items-center gap-2 rounded border border-bad bg-bad-soft px-3 py-2 text-bad"
        >
          <Icon name="circle-alert" /> {error}
        </p>
      )}
    </>
  );
}

/** Returns the links to pages about the record, of which there may be none. */
function listLinks({ historyHref, factorHref, accessesHref }: PageHeadProps) {
  return [
    { name: 'Record history', href: historyHref, icon: 'history' },
    { name: 'Second factor', href: factorHref, icon: 'shield-check' },
    { name: 'Who saw this record', href: accessesHref, icon: 'shield-check' },
  ].flatMap(({ href, ...link }) => (href ? [{ ...link, href }] : []));
}
