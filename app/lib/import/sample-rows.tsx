import type { SampleRow } from '~/lib/core/host/import-job';
import { VisibleText } from './visible-text';

/** Renders the first rows of a file that are new or changed. */
export function SampleRows({ title, rows }: { title: string; rows: readonly SampleRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="mb-6">
      <h2 className="mb-2">{title}</h2>
      <ol className="grid gap-2">
        {rows.map(({ line, cells, more }) => (
          <li key={line} className="card min-w-0 p-3">
            <h3 className="mb-1 text-base">Line {line.toLocaleString('en')}</h3>
            <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: titles can be equal, and their order does not change
                <div key={index} className="flex min-w-0 gap-1.5">
                  <dt className="text-muted">{cell.title}</dt>
                  <dd className="min-w-0">
                    {cell.before !== undefined && (
                      <>
                        <del>
                          <VisibleText text={cell.before} />
                        </del>{' '}
                        <span className="text-muted">becomes</span>{' '}
                      </>
                    )}
                    <VisibleText text={cell.text} />
                    {cell.stored !== undefined && (
                      <>
                        <span className="text-muted">, saved as</span>{' '}
                        <VisibleText text={cell.stored} />
                      </>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            {more > 0 && <p className="mt-1 text-sm text-muted">And {more} more columns.</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
