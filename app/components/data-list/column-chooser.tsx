import type { ListView } from '~/lib/core/list/list-view';
import { Icon } from '../icon';
import { useOnDemand } from '../use-on-demand';

const BUTTON = 'button';

/** Renders a link to the page on which users choose columns. If script runs, it opens a popup instead. */
export function ColumnChooser({ view }: { view: ListView }) {
  const { chooserHref } = view;
  const { Component: ColumnPopup, handlers } = useOnDemand(
    () => import('./column-popup'),
    () => location.assign(chooserHref),
  );
  const label = (
    <>
      <Icon name="columns-3" /> Columns
    </>
  );
  if (ColumnPopup) return <ColumnPopup view={view} label={label} buttonClassName={BUTTON} />;
  return (
    <a href={chooserHref} className={BUTTON} {...handlers}>
      {label}
    </a>
  );
}
