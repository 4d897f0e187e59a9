import type { DataTableColumn, DataTableColumnGroup } from 'mantine-datatable';
import { defined } from 'shared/defined';
import type { ListRow } from '~/lib/core/list/list-row';
import type { ListColumn, ListView } from '~/lib/core/list/list-view';
import { SelectableCell } from './bulk-form';
import { renderCell, renderStatus } from './cell-content';
import { ActionsTitle, ColumnTitle } from './column-title';
import { RowActions } from './row-actions';

const CELL_CLASSES = {
  text: 'cell-text cell-long',
  wide: 'cell-text cell-long cell-wide',
  breaks: 'cell-text cell-breaks',
  choice: 'cell-text',
  number: 'tabular-nums',
  date: 'sm:whitespace-nowrap',
} as const;

/**
 * Returns the columns for mantine-datatable: the columns of the list, and one column for the actions of each
 * row.
 */
export function buildColumns(view: ListView, form: string): DataTableColumn<ListRow>[] {
  // The check boxes are in a column that is visible at every width.
  const selectable = view.columns.find(({ tier }) => tier === 0);
  return [
    ...view.columns.map((column, index) => {
      const built = buildColumn(column, index, form);
      return view.bulk && column === selectable ? makeSelectable(built) : built;
    }),
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
  const visibility = `tier-${column.tier} card-${column.card}`;
  const render = column.isStatus ? renderStatus : renderCell;
  return {
    accessor: column.field,
    title: <ColumnTitle column={column} form={form} />,
    textAlign: column.numeric ? 'right' : 'left',
    titleClassName:
      column.kind === 'number' || column.kind === 'date' ? `${visibility} narrow` : visibility,
    cellsClassName: `${visibility} ${CELL_CLASSES[getCellKind(column)]}`,
    render: (row) => render(defined(row.cells[index])),
  };
}

function getCellKind({ isWide, breaks, kind }: ListColumn): keyof typeof CELL_CLASSES {
  if (breaks) return 'breaks';
  return isWide ? 'wide' : kind;
}

/**
 * Returns the label of a column's values in cards, or undefined for values without a label. Dates and numbers have
 * a label. Texts and choices have one if the entity declares it or the user has chosen the columns, but not as the
 * title of a card.
 */
export function getCardLabel(column: ListColumn, isChosen: boolean): string | undefined {
  if (column.card === 0) return undefined;
  if (column.cardLabel) return column.cardLabel;
  const isPlain = column.kind === 'text' || column.kind === 'choice';
  return isPlain && (!isChosen || column.card === 1) ? undefined : column.title;
}

/** Returns a column whose cells begin with the check box of their row. */
function makeSelectable({ render, ...column }: DataTableColumn<ListRow>): DataTableColumn<ListRow> {
  return {
    ...column,
    render: (row, index) => <SelectableCell row={row}>{render?.(row, index)}</SelectableCell>,
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
