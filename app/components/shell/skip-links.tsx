import { getFirstRowId } from '../data-list/row-ids';
import { useList } from './use-list';

const LINK = 'button sr-only z-40 focus:not-sr-only focus:absolute focus:px-3 focus:py-1.5';

/**
 * Renders links that skip to the parts of the page's list, if it has a list. A link is visible while it has the focus.
 * The links spare users of the keyboard the many presses of Tab before the first row (WCAG 2.4.1).
 */
export function SkipLinks() {
  const list = useList();
  if (!list || list.isMissing) return null;
  const first = getFirstRowId(list);
  return (
    <nav aria-label="Parts of the list" className="no-print">
      <a href="#filter" className={LINK}>
        Skip to the filters
      </a>
      {first && (
        <a href={`#${first}`} className={LINK}>
          Skip to the rows
        </a>
      )}
      <a href="#pages" className={LINK}>
        Skip to the pages
      </a>
    </nav>
  );
}
