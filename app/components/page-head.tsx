import { Icon } from './icon';
import { Link } from './link';

interface PageHeadProps {
  title: string;
  backHref: string;
  backTitle: string;
  /** Why the page has nothing to show. */
  fault?: string;
}

/** The way back, the title, and what went wrong: the head of every page below a list. */
export function PageHead({ title, backHref, backTitle, fault }: PageHeadProps) {
  return (
    <>
      <Link to={backHref} className="button no-print mb-4">
        <Icon name="arrow-left" /> Back to {backTitle}
      </Link>
      <h1 className="mb-4 break-words">{title}</h1>
      {fault && (
        <p
          role="alert"
          className="mb-4 flex items-center gap-2 rounded border border-bad bg-bad-soft px-3 py-2 text-bad"
        >
          <Icon name="circle-alert" /> {fault}
        </p>
      )}
    </>
  );
}
