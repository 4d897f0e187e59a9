import { Fragment } from 'react';
import type { ReportColumn } from '~/lib/core/host/import-job';
import { Examples } from './examples';
import { VisibleText } from './visible-text';

/** Renders how many values of each column are empty, suspicious and unknown. */
export function ColumnTable({ columns }: { columns: readonly ReportColumn[] }) {
  if (columns.length === 0) return null;
  const hasNotes = columns.some(({ unknown, repeated }) => unknown.count > 0 || repeated);
  return (
    <section className="mb-6">
      <h2 className="mb-2">What the columns hold</h2>
      <details open={hasNotes || columns.length <= 10}>
        <summary className="mb-2">
          {columns.length.toLocaleString('en')} {columns.length === 1 ? 'column' : 'columns'}
        </summary>
        <p className="mb-2 text-sm text-muted">
          Unknown values are those that the column cannot hold and that are not suspicious. Their
          rows are refused.
        </p>
        <table className="card w-full text-left">
          <thead>
            <tr className="border-b border-line">
              {['Column', 'Empty', 'Suspicious', 'Unknown'].map((title, index) => (
                <th
                  key={title}
                  scope="col"
                  className={`px-1 py-2 text-sm sm:px-2 ${index > 0 ? 'text-right' : 'sm:w-2/5'}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, title, empty, suspicious, unknown, repeated }) => (
              <tr key={name} className="border-b border-line last:border-0">
                <th
                  scope="row"
                  className="px-1 py-2 align-top font-normal [overflow-wrap:anywhere] sm:px-2"
                >
                  {title}
                  {unknown.count > 0 && (
                    <div className="text-sm text-muted">
                      Unknown: <Examples examples={unknown.examples} />
                    </div>
                  )}
                  {repeated && (
                    <div className="text-sm text-muted">
                      {repeated.count === 1
                        ? '1 row has the number of another row: '
                        : `${repeated.count.toLocaleString('en')} rows have the number of another row: `}
                      {repeated.examples.map(({ line, text, first }, index) => (
                        <Fragment key={line}>
                          {index > 0 && '; '}“<VisibleText text={text} />” in line{' '}
                          {line.toLocaleString('en')}, as in line {first.toLocaleString('en')}
                        </Fragment>
                      ))}
                    </div>
                  )}
                </th>
                {[empty, suspicious.reduce((sum, { count }) => sum + count, 0), unknown.count].map(
                  (count, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                    <td key={index} className="px-1 py-2 text-right align-top sm:px-2">
                      {count.toLocaleString('en')}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
