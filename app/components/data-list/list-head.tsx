import { Link } from '@remix-run/react';
import { memo } from 'react';
import type { ListColumn } from '~/lib/list/list-view';
import { Icon } from '../icon';
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
            className={`tier-${column.tier} py-2 text-left align-bottom font-semibold`}
          >
            <Link
              to={column.sortHref}
              preventScrollReset
              className="inline-flex min-h-6 items-center gap-1 text-ink"
            >
              {column.title}
              <Icon
                name={SORT_ICONS[column.sort ?? 'none']}
                className={column.sort ? 'text-accent' : 'text-muted opacity-60'}
              />
              {column.sort && <span className="sr-only">, sorted {column.sort}</span>}
            </Link>
          </th>
        ))}
        <th scope="col" className="no-print py-2 text-right">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
      <tr className="no-print">
        {columns.map((column) => (
          <td key={column.field} className={`tier-${column.tier} pb-2 align-top`}>
            <FilterControl column={column} form={form} />
          </td>
        ))}
        <td className="pb-2 text-right align-top">
          <button type="submit" form={form} className="button min-h-0 px-2 py-1 text-sm">
            <Icon name="list-filter" />
            <span className="sr-only sm:not-sr-only">Apply</span>
          </button>
        </td>
      </tr>
    </thead>
  );
}

/** The grid renders anew when it has measured itself, and its head need not. */
export const ListHead = memo(Head);

const SORT_ICONS = {
  ascending: 'arrow-up',
  descending: 'arrow-down',
  none: 'arrow-up-down',
} as const;
