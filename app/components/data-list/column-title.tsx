import { Link } from '@remix-run/react';
import type { ListColumn } from '~/lib/core/list/list-view';
import { Icon } from '../icon';
import { FilterControl } from './filter-control';

const SORT_ICONS = {
  ascending: 'arrow-up',
  descending: 'arrow-down',
  none: 'arrow-up-down',
} as const;

/** Renders the title of a column as a link that sorts the list, and the column's filter, which belongs to `form`. */
export function ColumnTitle({ column, form }: { column: ListColumn; form: string }) {
  return (
    <>
      {column.sortHref === undefined ? (
        column.title
      ) : (
        <Link to={column.sortHref} preventScrollReset className="sort-link">
          {column.title}
          <Icon
            name={SORT_ICONS[column.sort ?? 'none']}
            className={column.sort ? 'text-accent' : undefined}
          />
          {column.sort && <span className="sr-only">, sorted {column.sort}</span>}
        </Link>
      )}
      <div className="column-filter no-print">
        <FilterControl column={column} form={form} />
      </div>
    </>
  );
}

/** Renders the title of the column of actions, with the button that applies the filters. */
export function ActionsTitle({ form }: { form: string }) {
  return (
    <>
      <span className="sr-only">Actions</span>
      <div className="column-filter">
        <button type="submit" form={form} className="button min-h-0 px-2 py-1 text-sm">
          <Icon name="list-filter" />
          <span className="sr-only sm:not-sr-only">Apply</span>
        </button>
      </div>
    </>
  );
}
