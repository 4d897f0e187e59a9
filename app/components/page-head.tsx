import { Link } from '@remix-run/react';
import { BackLink } from './back-link';
import { Icon } from './icon';

interface PageHeadProps {
  title: string;
  backHref: string;
  backTitle: string;
  /** The address of the history of the record that the page shows. */
  historyHref?: string;
  /** The reason that the page has nothing to show. */
  error?: string;
  /** The address of the accesses to the record, for users who may read them. */
  accessesHref?: string;
}

/**
 * Renders the top of a subpage: a link back to its parent page, a link to the list of who saw the record, a link to the
 * record's history, the title and, if there is one, the error.
 */
export function PageHead(props: PageHeadProps) {
  const { title, backHref, backTitle, error, historyHref, accessesHref } = props;
  return (
    <>
      <div className="no-print mb-4 flex flex-wrap gap-2">
        <BackLink href={backHref} title={backTitle} />
        {accessesHref && (
          <Link to={accessesHref} className="button">
            <Icon name="shield-check" /> Who saw this record
          </Link>
        )}
        {historyHref && (
          <Link to={historyHref} className="button">
            <Icon name="history" /> Record history
          </Link>
        )}
      </div>
      <h1 className="mb-4 break-words">{title}</h1>
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
