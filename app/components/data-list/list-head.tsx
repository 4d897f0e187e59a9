import { memo } from 'react';
import type { ListColumn } from '~/lib/list/list-view';
import { Icon } from '../icon';
import { Link } from '../link';
import { FilterControl } from './filter-control';

interface ListHeadProps {
  columns: readonly ListColumn[];
  form: string;
}

/** Two header rows: titles that sort, and the filter row, whose inputs belong to the form `form`. */
function Head({ columns, form }: ListHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.field}
            scope="col"
            aria-sort={column.sort}
            className={`tier-${column.tier}`}
          >
            <Link to={column.sortHref} preventScrollReset className="sort-link">
              {column.title}
              <Icon
                name={SORT_ICONS[column.sort ?? 'none']}
                className={column.sort ? 'text-accent' : undefined}
              />
              {column.sort && <span className="sr-only">, sorted {column.sort}</span>}
            </Link>
          </th>
        ))}
        <th scope="col" className="no-print">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
      <tr className="no-print">
        {columns.map((column) => (
          <td key={column.field} className={`tier-${column.tier}`}>
            <FilterControl column={column} form={form} />
          </td>
        ))}
        <td className="text-right">
          <button type="submit" form={form} className="button min-h-0 px-2 py-1 text-sm">
            <Icon name="list-filter" />
            <span className="sr-only sm:not-sr-only">Apply</span>
          </button>
        </td>
      </tr>
    </thead>
  );
}

/** The grid renders again when it has measured itself; its head need not. */
export const ListHead = memo(Head);

const SORT_ICONS = {
  ascending: 'arrow-up',
  descending: 'arrow-down',
  none: 'arrow-up-down',
} as const;
