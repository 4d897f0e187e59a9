import { TableTd, TableTr } from '@mantine/core';
import type { DataTableColumn, DataTableProps } from 'mantine-datatable';
import type { ReactNode } from 'react';
import type { ListRow } from '~/lib/list/list-view';

type RowFactory = NonNullable<DataTableProps<ListRow>['rowFactory']>;

/**
 * Returns mantine-datatable's `rowFactory` for a list. It renders rows and cells as plain elements with the classes
 * of Mantine's own, because these take most of the time of a page (docs/decisions/0153-plain-rows.md).
 */
export function makeRowFactory(columns: readonly DataTableColumn<ListRow>[]): RowFactory {
  const cells = columns.map(({ accessor, textAlign = 'left', cellsClassName, render }) => ({
    key: String(accessor),
    className: `${TableTd.classes.td} mantine-datatable-text-align-${textAlign} ${cellsClassName}`,
    render,
  }));
  return function renderRow({ record, index, rowProps, expandedElement }): ReactNode {
    return (
      <>
        <tr
          id={rowProps.id}
          className={`${TableTr.classes.tr} ${rowProps.className}`}
          data-with-row-border
        >
          {cells.map(({ key, className, render }) => (
            <td key={key} className={className}>
              {render?.(record, index)}
            </td>
          ))}
        </tr>
        {expandedElement}
      </>
    );
  };
}
