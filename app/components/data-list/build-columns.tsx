import type { DataTableColumn, DataTableColumnGroup } from 'mantine-datatable';
import { defined } from 'shared/defined';
import type { ListColumn, ListRow, ListView } from '~/lib/list/list-view';
import { renderCell } from './cell-content';
import { ActionsTitle, ColumnTitle } from './column-title';
import { RowActions } from './row-actions';

const CELL_LOOKS = {
  text: 'cell-text cell-long',
  choice: 'cell-text',
  number: 'tabular-nums',
  date: 'sm:whitespace-nowrap',
} as const;

/**
 * Returns the columns for mantine-datatable: the columns of the list, and one column for the actions of each
 * row.
 */
export function buildColumns(view: ListView, form: string): DataTableColumn<ListRow>[] {
  return [
    ...view.columns.map((column, index) => buildColumn(column, index, form)),
    {
      accessor: 'actions',
      title: <ActionsTitle form={form} />,
      textAlign: 'right',
      titleClassName: 'no-print',
      cellsClassName: 'row-actions no-print',
      render: (row) => <RowActions view={view} row={row} />,
    },
  ];
}

function buildColumn(column: ListColumn, index: number, form: string): DataTableColumn<ListRow> {
  const tier = `tier-${column.tier}`;
  return {
    accessor: column.field,
    title: <ColumnTitle column={column} form={form} />,
    textAlign: column.numeric ? 'right' : 'left',
    titleClassName: tier,
    cellsClassName: `${tier} ${CELL_LOOKS[column.kind]}`,
    render: (row) => renderCell(defined(row.cells[index])),
  };
}

/** A list with at least this number of columns is wide: its groups of columns have titles. */
const WIDE = 12;

/**
 * Returns the columns of a wide list in their groups, or undefined if the list is not wide or has no groups. A
 * group's title spans all its columns, so the titles are shown only at widths at which no column is hidden. The pinned
 * first column and the actions are in groups of their own.
 */
export function buildGroups(
  { columns, widest }: ListView,
  tableColumns: readonly DataTableColumn<ListRow>[],
): DataTableColumnGroup<ListRow>[] | undefined {
  if (columns.length < WIDE || !columns.some(({ group }) => group)) return undefined;
  const groups: DataTableColumnGroup<ListRow>[] = [];
  for (const [index, tableColumn] of tableColumns.entries()) {
    const column = columns[index];
    const title = column ? (column.group ?? 'General') : 'Actions';
    if (index > 1 && column && groups.at(-1)?.title === title)
      groups.at(-1)?.columns.push(tableColumn);
    else
      groups.push({
        id: String(tableColumn.accessor),
        title: index > 0 && column ? title : <span className="sr-only">{title}</span>,
        className: `tier-${widest} ${column ? '' : 'no-print'}`,
        columns: [tableColumn],
      });
  }
  return groups;
}
