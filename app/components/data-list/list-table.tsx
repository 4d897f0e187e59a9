import '~/styles/list.css';
import { DataTable } from 'mantine-datatable';
import { useMemo, useState } from 'react';
import type { ListRow } from '~/lib/core/list/list-row';
import { ALL_OPEN, type ListView } from '~/lib/core/list/list-view';
import { Icon } from '../icon';
import { buildColumns, buildGroups, getCardLabel } from './build-columns';
import { OpenRowsContext } from './row-actions';
import { RowDetails } from './row-details';
import { getRowId } from './row-ids';
import { makeRowFactory } from './table-row';

interface ListTableProps {
  view: ListView;
  /** The id of the form that the filters belong to. */
  form: string;
  /** True while the browser is loading this list again. */
  fetching: boolean;
}

/** Renders the table of a list. Below each open row are its details. */
export function ListTable({ view, form, fetching }: ListTableProps) {
  const openRows = useOpenRows(view);
  const columns = useMemo(() => buildColumns(view, form), [view, form]);
  const groups = useMemo(() => buildGroups(view, columns), [view, columns]);
  const rowFactory = useMemo(() => {
    const labels = view.columns.map((column) => getCardLabel(column, view.isChosen));
    return makeRowFactory(
      columns,
      labels,
      (row) => openRows.keys.includes(row.key) && <RowDetails view={view} row={row} />,
    );
  }, [columns, view, openRows.keys]);
  return (
    <OpenRowsContext.Provider value={openRows}>
      <DataTable<ListRow>
        {...(groups ? { groups } : { columns })}
        rowFactory={rowFactory}
        idAccessor="key"
        records={view.rows}
        fetching={fetching}
        customLoader={<LoadingNote />}
        {...(view.rows.length > 0 ? { emptyState: <></> } : buildEmptyProps(view))}
        pinFirstColumn
        pinLastColumn
        highlightOnHover
        verticalAlign="top"
        className={view.isChosen ? 'list-chosen' : undefined}
        aria-label={view.heading}
        classNames={{ table: `list-table ${getRangeClass(view)}` }}
        rowClassName={getRowClass}
        customRowAttributes={({ key }) => ({ id: getRowId(view, key) })}
        scrollAreaProps={{
          // The browser's own scroll bars also work without script.
          scrollbars: false,
          viewportProps: {
            // Removes the inline styles for Mantine's own scroll bars, which would override list.css.
            style: { overflowX: undefined, overflowY: undefined },
            tabIndex: view.isChosen ? 0 : undefined,
            role: 'region',
            'aria-label': `${view.heading}, table`,
          },
        }}
      />
    </OpenRowsContext.Provider>
  );
}

/**
 * Returns the keys of the rows whose details are shown, and a function that shows or hides a row's details. Starts
 * with the rows that the address's `open` parameter names, and does so again whenever the parameter changes.
 */
function useOpenRows(view: ListView) {
  const { open, rows } = view;
  const [toggled, setToggled] = useState<string[]>();
  const [shownFor, setShownFor] = useState(open);
  if (open !== shownFor) {
    setShownFor(open);
    setToggled(undefined);
  }
  return useMemo(() => {
    const initialKeys = open === ALL_OPEN ? rows.map(({ key }) => key) : open ? [open] : [];
    const keys = toggled ?? initialKeys;
    return {
      keys,
      toggle: (key: string) =>
        setToggled(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]),
    };
  }, [open, rows, toggled]);
}

function buildEmptyProps({ error }: ListView) {
  return {
    noRecordsText: error ? 'Could not show information' : 'No Data',
    noRecordsIcon: <Icon name={error ? 'circle-alert' : 'inbox'} className="!h-8 !w-8" />,
  };
}

function getRowClass({ side, continues }: ListRow): string | undefined {
  return side && `message message-${side}${continues ? ' message-next' : ''}`;
}

/**
 * Returns the class that gives all filters the height of a range filter at the widths at which a range filter is
 * visible, or an empty string if no column has a range filter.
 */
function getRangeClass({ columns }: ListView): string {
  const tiers = columns.flatMap(({ filter, tier }) => (filter.kind === 'range' ? [tier] : []));
  return tiers.length > 0 ? `ranges-${Math.min(...tiers)}` : '';
}

function LoadingNote() {
  return (
    <p role="status" className="card px-4 py-3 font-medium shadow-raised">
      Loading data...
    </p>
  );
}
