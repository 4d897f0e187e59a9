import { Link, useNavigation, useSubmit } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { isIdentifying } from 'shared/entities/is-identifying';
import { listInputNames } from '~/lib/core/list/filter-input';
import { ALL_ROWS, type ListView } from '~/lib/core/list/list-view';
import { SummaryOnDemand } from '../../lib/summary/summary-on-demand';
import { Icon } from '../icon';
import { useMayWrite } from '../use-may-write';
import { useTidyNavigate } from '../use-tidy-navigate';
import { BulkForm } from './bulk-form';
import { DroppedNote } from './dropped-note';
import { FilterChips } from './filter-chips';
import { HiddenColumns } from './hidden-columns';
import { ListTable } from './list-table';
import { Pager } from './pager';
import { Toolbar } from './toolbar';
import { ViewTabs } from './view-tabs';

const FILTER_FORM = 'filter';

interface DataListProps {
  view: ListView;
  level?: 1 | 2;
  /** The links below the title, such as those to the lists beside this one. */
  children?: ReactNode;
  /** The link to the parent page of a list below another page. */
  back?: ReactNode;
}

/**
 * Renders a list with filters, sorting, column chooser, pager and export, none of which needs script. The address names
 * the page, the filters, the order and the columns, or a view that stores them. mantine-datatable renders the table.
 */
export function DataList({ view, level = 1, back, children }: DataListProps) {
  const Heading = `h${level}` as const;
  const mayWrite = useMayWrite();

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Heading>
          {view.heading}{' '}
          {!view.error && (
            <span className="ml-2 rounded-full bg-accent-soft px-2.5 py-0.5 align-middle text-sm font-semibold text-accent">
              {view.pager.total.toLocaleString('en')}
            </span>
          )}
        </Heading>
        {back && <div className="page-links w-full sm:ml-auto sm:w-auto">{back}</div>}
        {mayWrite && view.addHref && !view.isMissing && (
          <Link to={view.addHref} className="button-primary ml-auto">
            <Icon name="plus" /> Add
          </Link>
        )}
      </div>

      {children}
      {view.error && <Problem text={view.error} />}
      {!view.isMissing && <ListBody view={view} />}
    </>
  );
}

/** Renders everything below the heading of a list that the host has. */
function ListBody({ view }: { view: ListView }) {
  const loading = useListLoading(view.path);
  const goTo = useTidyNavigate();
  const submit = useSubmit();
  const applyFilters = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (namesPeople(view, form)) submit(form, { method: 'post', action: `/view${view.path}` });
    else goTo(view.path, form);
  };

  return (
    <>
      {view.note && (
        <p className="mb-3 flex gap-2 text-muted">
          <Icon name="info" className="mt-1" /> {view.note}
        </p>
      )}
      {view.withdrawn && (
        <p className="mb-3 text-muted">
          {view.withdrawn.text} <Link to={view.withdrawn.href}>Show them</Link>
        </p>
      )}
      <DroppedNote note={view.droppedNote} />

      {view.tabs && <ViewTabs tabs={view.tabs} />}
      <Toolbar view={view} form={FILTER_FORM} onFilter={applyFilters} />
      <FilterChips chips={view.chips} clearHref={view.clearHref} />

      {view.summary ? (
        <SummaryOnDemand summary={view.summary} path={view.path} />
      ) : (
        <>
          <BulkForm view={view}>
            <div className="card">
              <ListTable view={view} form={FILTER_FORM} fetching={loading} />
              <ClearNarrowing view={view} />
            </div>
          </BulkForm>
          <HiddenColumns view={view} />
          <Pager pager={view.pager} />
          {view.binHref && (
            <p className="no-print mt-3">
              <Link to={view.binHref}>Deleted records</Link>
            </p>
          )}
        </>
      )}
    </>
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

/** Renders a link to the unfiltered list if no rows match the filters or the search. */
function ClearNarrowing({ view }: { view: ListView }) {
  const { error, rows, chips, q, clearHref } = view;
  if (error || rows.length > 0 || (chips.length === 0 && q === '')) return null;
  return (
    <p className="pb-8 text-center">
      <Link to={clearHref} className="button">
        {chips.length > 0 ? 'Clear filters' : 'Clear search'}
      </Link>
    </p>
  );
}

/** Returns whether a form has values that must not stand in an address, or a view, which may contain such values. */
function namesPeople({ columns, searchIdentifying }: ListView, form: FormData): boolean {
  const stored = form.get('view');
  if (
    (stored && stored !== ALL_ROWS) ||
    isIdentifying({ identifying: searchIdentifying }, form.get('q'))
  )
    return true;
  return columns.some((column) =>
    listInputNames(column.filter).some((name) => isIdentifying(column, form.get(name))),
  );
}

/** Returns whether the browser is loading this list with other filters, columns, order or another page. */
function useListLoading(path: string): boolean {
  const navigation = useNavigation();
  return navigation.state === 'loading' && navigation.location.pathname === path;
}
