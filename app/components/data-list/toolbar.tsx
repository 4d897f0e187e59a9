import { Form, Link } from '@remix-run/react';
import type { FormEvent } from 'react';
import type { ListView } from '~/lib/core/list/list-view';
import { Icon } from '../icon';
import { useMayExport } from '../use-may-write';
import { useSyncedValue } from '../use-synced-value';
import { ColumnChooser } from './column-chooser';

interface ToolbarProps {
  view: ListView;
  /** The id of the form that all filters belong to. */
  form: string;
  onFilter: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Renders the search, the link to all filters, the column chooser, the link to the views, and the export. The search
 * input is inside the form of the filters, because text browsers do not support the `form` attribute of inputs.
 */
export function Toolbar({ view, form, onFilter }: ToolbarProps) {
  const search = useSyncedValue<HTMLInputElement>(view.q);
  const isPosted = view.searchIdentifying !== false;
  return (
    <div className="no-print mb-3 flex flex-wrap items-center gap-2">
      <Form
        id={form}
        method={isPosted ? 'post' : 'get'}
        action={isPosted ? `/view${view.path}` : view.path}
        onSubmit={onFilter}
        className="flex min-w-0 grow basis-48 gap-2 sm:max-w-xs"
      >
        {view.hiddenInputs.map(({ name, value }) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <input
          ref={search}
          type="search"
          name="q"
          defaultValue={view.q}
          aria-label="Search the shown columns"
          placeholder="Search columns"
          maxLength={200}
          className="input"
        />
        <button type="submit" className="button px-2.5">
          <Icon name="search" />
          <span className="sr-only">Search</span>
        </button>
      </Form>
      <Link to={view.filtersHref} className="button filters-link">
        <Icon name="list-filter" /> Filters
        {view.chips.length > 0 && (
          <span>
            ({view.chips.length})<span className="sr-only"> in force</span>
          </span>
        )}
      </Link>
      <div className="list-tools">
        {!view.summary && <ColumnChooser view={view} />}
        {view.summaryHref && (
          <Link to={view.summaryHref} className="button">
            <Icon name="chart-column" /> {view.summary ? 'List' : 'Summary'}
          </Link>
        )}
        <Link to={view.viewsHref} className="button">
          <Icon name="bookmark" /> Views
        </Link>
        <ExportLinks view={view} />
      </div>
    </div>
  );
}

/**
 * Renders the export button with the number of rows that the export will contain, and the link to other formats of lists
 * without personal data. On phones, the button has the number only if it differs from the one in the heading. Renders
 * nothing for a role that may not export.
 */
function ExportLinks({ view }: Pick<ToolbarProps, 'view'>) {
  const mayExport = useMayExport();
  const { exportRows } = view;
  const newest = exportRows < view.pager.total ? 'the newest ' : '';
  const rows = `${newest}${exportRows.toLocaleString('en')} ${exportRows === 1 ? 'row' : 'rows'}`;
  if (!mayExport) return null;
  return (
    <>
      <form method="post" action={view.exportHref}>
        <button type="submit" className="button" disabled={Boolean(view.error) || exportRows === 0}>
          <Icon name="download" />
          <span>
            Export{' '}
            {!view.error && (
              <span className={newest ? undefined : 'wide-only'}>
                {view.summary ? 'summary' : rows}
              </span>
            )}
          </span>
        </button>
      </form>
      {view.formatsHref && (
        <Link to={view.formatsHref} className="button">
          Other formats
        </Link>
      )}
    </>
  );
}
