import type { ListView } from '~/lib/list/list-view';
import { Icon } from '../icon';
import { useSyncedValue } from '../use-synced-value';
import { ColumnChooser } from './column-chooser';

/** Search, column chooser and export; what the export will hold is said before it is made. */
export function Toolbar({ view, form }: { view: ListView; form: string }) {
  const search = useSyncedValue<HTMLInputElement>(view.q);
  const { exportRows } = view;
  const newest = exportRows < view.pager.total ? 'the newest ' : '';
  const rows = `${newest}${exportRows.toLocaleString('en')} ${exportRows === 1 ? 'row' : 'rows'}`;
  return (
    <div className="no-print mb-3 flex flex-wrap items-center gap-2">
      <div className="flex min-w-0 grow gap-2 sm:max-w-xs">
        <input
          ref={search}
          form={form}
          type="search"
          name="q"
          defaultValue={view.q}
          aria-label="Search the shown columns"
          placeholder="Search the shown columns"
          maxLength={200}
          className="input"
        />
        <button type="submit" form={form} className="button px-2.5">
          <Icon name="search" />
          <span className="sr-only">Search</span>
        </button>
      </div>
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        <ColumnChooser view={view} />
        <form method="post" action={view.exportHref}>
          <button
            type="submit"
            className="button"
            disabled={Boolean(view.fault) || exportRows === 0}
          >
            <Icon name="download" /> Export {view.fault ? '' : rows}
          </button>
        </form>
      </div>
    </div>
  );
}
