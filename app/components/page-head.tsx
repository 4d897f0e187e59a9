import { Link } from '@remix-run/react';
import { Icon } from './icon';

interface PageHeadProps {
  title: string;
  backHref: string;
  backTitle: string;
  /** The reason that the page has nothing to show. */
  error?: string;
}

/** Renders the head of a page below a list: the link back, the title and the error. */
export function PageHead({ title, backHref, backTitle, error }: PageHeadProps) {
  return (
    <>
      <Link to={backHref} className="button no-print mb-4">
        <Icon name="arrow-left" /> Back to {backTitle}
      </Link>
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
