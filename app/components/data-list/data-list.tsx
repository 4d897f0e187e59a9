import { useNavigation } from '@remix-run/react';
import { DataTable } from 'mantine-datatable';
import {
  cloneElement,
  createContext,
  type FormEvent,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
} from 'react';
import type { ListRow, ListView } from '~/lib/list/list-view';
import { type PackedList, unpackList } from '~/lib/list/packed-list';
import { Icon } from '../icon';
import { Link } from '../link';
import { useMayWrite } from '../use-may-write';
import { useTidyNavigate } from '../use-tidy-navigate';
import { AllDetails } from './all-details';
import { FilterChips } from './filter-chips';
import { ListHead } from './list-head';
import { RowAndDetails } from './list-row';
import { Pager } from './pager';
import { Toolbar } from './toolbar';

const FILTER_FORM = 'filter';

/**
 * A list screen: filter row, sorting, column chooser, pager and export over one GET form and links, so
 * that every state is an address and nothing needs script. mantine-datatable frames it.
 */
export function DataList({ view: packed, level = 1 }: { view: PackedList; level?: 1 | 2 }) {
  const view = useMemo(() => unpackList(packed), [packed]);
  const Heading = `h${level}` as const;
  const mayWrite = useMayWrite();

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Heading>
          {view.heading}
          {!view.fault && (
            <span className="ml-2 rounded-full bg-accent-soft px-2.5 py-0.5 align-middle text-sm font-semibold text-accent">
              {view.pager.total.toLocaleString('en')}
            </span>
          )}
        </Heading>
        {mayWrite && view.addHref && !view.isMissing && (
          <Link to={view.addHref} className="button-primary ml-auto">
            <Icon name="plus" /> Add
          </Link>
        )}
      </div>

      {view.fault && <Problem text={view.fault} />}
      {!view.isMissing && <ListBody view={view} />}
    </>
  );
}

/** Draws a list that the host has, below its heading. */
function ListBody({ view }: { view: ListView }) {
  const loading = useLoadingOf(view.path);
  const goTo = useTidyNavigate();
  const applyFilters = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    goTo(view.path, new FormData(event.currentTarget));
  };

  return (
    <>
      {view.note && (
        <p className="mb-3 flex items-center gap-2 text-muted">
          <Icon name="info" /> {view.note}
        </p>
      )}
      {view.dropped.length > 0 && (
        <p
          role="status"
          className="mb-3 rounded border border-warn bg-warn-soft px-3 py-2 text-warn"
        >
          Part of the address was not understood and has been left out: {view.dropped.join(', ')}.
        </p>
      )}

      <Toolbar view={view} form={FILTER_FORM} onFilter={applyFilters} />
      <FilterChips chips={view.chips} clearHref={view.clearHref} />

      <div className="card relative overflow-hidden">
        <ViewContext.Provider value={view}>
          <DataTable<ListRow>
            noHeader
            idAccessor="key"
            columns={[{ accessor: 'key' }]}
            records={view.rows}
            fetching={false}
            classNames={{ table: 'list-table' }}
            // Its own would cover the filter row; HeadedTable has one below it.
            emptyState={<span />}
            scrollAreaProps={{
              viewportProps: {
                tabIndex: 0,
                role: 'region',
                'aria-label': `${view.heading}, table`,
              },
            }}
            rowFactory={({ record }) => (
              <RowAndDetails key={`${record.key} ${view.open}`} view={view} row={record} />
            )}
            tableWrapper={HeadedTable}
          />
        </ViewContext.Provider>
        {loading && <LoadingPanel />}
      </div>
      <Pager pager={view.pager} />
      <AllDetails view={view} />
    </>
  );
}

const ViewContext = createContext<ListView | undefined>(undefined);

/**
 * mantine-datatable's own header has no place for `aria-sort` or a filter row: this one takes its place.
 * It wants the same function each time: for another one it makes the whole table anew, and the focus in
 * a filter is lost.
 */
function HeadedTable({ children: table }: { children: ReactNode }): ReactNode {
  const view = useContext(ViewContext);
  if (!view || !isValidElement(table)) return table;
  const frame = table as ReactElement<{ children: ReactNode }>;
  return cloneElement(
    frame,
    undefined,
    <caption className="sr-only">{view.heading}</caption>,
    <ListHead columns={view.columns} form={FILTER_FORM} />,
    view.rows.length > 0 ? (
      frame.props.children
    ) : (
      <tbody>
        <tr>
          <td colSpan={view.columns.length + 1}>
            <Empty view={view} />
          </td>
        </tr>
      </tbody>
    ),
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="mb-3 flex items-center gap-2 rounded border border-bad bg-bad-soft px-3 py-2 text-bad"
    >
      <Icon name="circle-alert" /> {text}
    </p>
  );
}

/** Says that there are no rows, and leads to the whole list where a filter or a search leaves none. */
function Empty({ view }: { view: ListView }) {
  const { fault, chips, q, clearHref } = view;
  const narrowed = !fault && (chips.length > 0 || q !== '');
  return (
    <div className="flex flex-col items-center gap-2 py-8 text-muted">
      <Icon name={fault ? 'circle-alert' : 'inbox'} className="!h-8 !w-8" />
      <p className="font-medium">{fault ? 'Could not show information' : 'No Data'}</p>
      {narrowed && (
        <Link to={clearHref} className="button">
          {chips.length > 0 ? 'Clear filters' : 'Clear search'}
        </Link>
      )}
    </div>
  );
}

function LoadingPanel() {
  return (
    <div className="after-a-moment absolute inset-0 z-20 grid place-items-center bg-surface/70">
      <p role="status" className="card px-4 py-3 font-medium shadow-raised">
        Loading data...
      </p>
    </div>
  );
}

/** True while the browser loads this list again: other filters, page, order or columns. */
function useLoadingOf(path: string): boolean {
  const navigation = useNavigation();
  return navigation.state === 'loading' && navigation.location.pathname === path;
}
