import clsx from 'clsx';
import type { SummaryView } from '~/lib/list/summary-view';
import summaryCss from '~/styles/summary.css?url';
import { Picture } from './picture';
import { SummaryForm } from './summary-form';
import { SummaryTable } from './summary-table';

/** The maximum number of columns of a table that is beside the picture, and not below it. */
const BESIDE = 4;

/** Renders a summary of a list: the form, the picture and the table. */
export default function Summary({ summary, path }: { summary: SummaryView; path: string }) {
  const { form, table, exportNote } = summary;
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
