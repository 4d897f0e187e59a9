import { DataTable } from 'mantine-datatable';
import { useMemo, useState } from 'react';
import { ALL_OPEN, type ListRow, type ListView } from '~/lib/list/list-view';
import { Icon } from '../icon';
import { buildColumns, buildGroups } from './build-columns';
import { OPENED_ID, OpenRowsContext } from './row-actions';
import { RowDetails } from './row-details';

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
  return (
    <OpenRowsContext.Provider value={openRows}>
      <DataTable<ListRow>
        {...(groups ? { groups } : { columns })}
        idAccessor="key"
        records={view.rows}
        fetching={fetching}
        customLoader={<LoadingNote />}
        {...(view.rows.length > 0 ? { emptyState: <></> } : emptyState(view))}
        pinFirstColumn
        pinLastColumn
        highlightOnHover
        verticalAlign="top"
        aria-label={view.heading}
        classNames={{ table: `list-table ${getRangeClass(view)}` }}
        customRowAttributes={(row) => (view.open === row.key ? { id: OPENED_ID } : {})}
        rowExpansion={{
          trigger: 'never',
          allowMultiple: true,
          expanded: { recordIds: [...openRows.keys] },
          collapseProps: { transitionDuration: 0 },
          content: ({ record }) => <RowDetails view={view} row={record} />,
        }}
        scrollAreaProps={{
          // The browser's own scroll bars also work without script.
          scrollbars: false,
          viewportProps: {
            style: { overflowX: 'auto' },
            tabIndex: 0,
            role: 'region',
            'aria-label': `${view.heading}, table`,
          },
        }}
      />
    </OpenRowsContext.Provider>
  );
}

/** Returns the keys of the open rows. At first, these are the rows that the address names. */
function useOpenRows(view: ListView) {
  const { open, rows } = view;
  const [chosen, setChosen] = useState<{ open: typeof open; keys: string[] }>();
  return useMemo(() => {
    const atFirst = open === ALL_OPEN ? rows.map(({ key }) => key) : open ? [open] : [];
    const keys = chosen && chosen.open === open ? chosen.keys : atFirst;
    return {
      keys,
      toggle: (key: string) =>
        setChosen({
          open,
          keys: keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key],
        }),
    };
  }, [open, rows, chosen]);
}

function emptyState({ error }: ListView) {
  return {
    noRecordsText: error ? 'Could not show information' : 'No Data',
    noRecordsIcon: <Icon name={error ? 'circle-alert' : 'inbox'} className="!h-8 !w-8" />,
  };
}

/**
 * Returns the class that makes all filters as tall as a range, from the width on at which the first range is
 * shown.
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
