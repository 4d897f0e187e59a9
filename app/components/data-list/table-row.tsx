import { TableTd, TableTr } from '@mantine/core';
import type { DataTableColumn, DataTableProps } from 'mantine-datatable';
import type { ReactNode } from 'react';
import type { ListRow } from '~/lib/core/list/list-row';

type RowFactory = NonNullable<DataTableProps<ListRow>['rowFactory']>;

/**
 * Returns mantine-datatable's `rowFactory` for a list. It renders rows and cells as plain elements with Mantine's
 * classes, because rendering Mantine's components takes most of the time of a page
 * (docs/decisions/0140-tables.md). `labels` are the labels of the values in cards, in the order of the columns.
 * `renderDetails` returns the details of an open row. The library's own expanded rows would begin with an empty row,
 * which is not valid HTML (docs/decisions/0140-tables.md).
 */
export function makeRowFactory(
  columns: readonly DataTableColumn<ListRow>[],
  labels: readonly (string | undefined)[],
  renderDetails: (row: ListRow) => ReactNode,
): RowFactory {
  const cells = columns.map(({ accessor, textAlign = 'left', cellsClassName, render }, index) => ({
    key: String(accessor),
    label: labels[index],
    className: `${TableTd.classes.td} mantine-datatable-text-align-${textAlign} ${cellsClassName}`,
    render,
  }));
  return function renderRow({ record, index, rowProps }): ReactNode {
    const details = renderDetails(record);
    return (
      <>
        <tr
          id={rowProps.id}
          className={`${TableTr.classes.tr} ${rowProps.className}`}
          data-with-row-border
        >
          {cells.map(({ key, label, className, render }) => (
            <td key={key} data-label={label} className={className}>
              {render?.(record, index)}
            </td>
          ))}
        </tr>
        {details && (
          <tr>
            <td colSpan={cells.length} className="row-details-cell">
              {details}
            </td>
          </tr>
        )}
      </>
    );
  };
}
