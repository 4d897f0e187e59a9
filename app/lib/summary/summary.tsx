import clsx from 'clsx';
import type { SummaryView } from '~/lib/core/list/summary-view';
import summaryCss from '~/styles/summary.css?url';
import { Icon } from '../../components/icon';
import { useMayExport } from '../../components/use-may-write';
import { Picture } from './picture';
import { SummaryForm } from './summary-form';
import { SummaryTable } from './summary-table';

/** The maximum number of columns of a table that is beside the picture, and not below it. */
const BESIDE = 4;

/** The formats of the file besides CSV, for which the toolbar has a button. */
const summaryFiles = [
  { format: 'xlsx', label: 'Export as Excel' },
  { format: 'json', label: 'Export as JSON' },
];

/** Renders a summary of a list: the form, the picture and the table. */
export default function Summary({ summary, path }: { summary: SummaryView; path: string }) {
  const { form, table, exportNote, exportHref } = summary;
  const mayExport = useMayExport();
  return (
    <>
      {/* Only this page of a list needs the styles. */}
      <link rel="stylesheet" href={summaryCss} />
      <SummaryForm form={form} path={path} />
      {table && (
        <section aria-labelledby="summary-title">
          <h2 id="summary-title" className="mb-1">
            {table.caption}
          </h2>
          <p className="mb-3 text-sm text-muted">
            As of {table.asOf}
            {table.rows.length > 0 && exportNote && `. ${exportNote}`}
          </p>
          {mayExport && table.rows.length > 0 && (
            <form method="post" action={exportHref} className="no-print mb-3 flex flex-wrap gap-2">
              {summaryFiles.map(({ format, label }) => (
                <button key={format} type="submit" name="format" value={format} className="button">
                  <Icon name="download" /> {label}
                </button>
              ))}
            </form>
          )}
          {table.rows.length === 0 ? (
            <p className="card p-4">No rows match. Remove a filter to see a summary.</p>
          ) : (
            <div
              className={clsx(
                'summary-parts',
                (table.columns?.length ?? 0) <= BESIDE && 'summary-beside',
              )}
            >
              <Picture table={table} />
              <SummaryTable table={table} />
            </div>
          )}
        </section>
      )}
    </>
  );
}
