import type { ReactNode } from 'react';
import type { ImportReport } from '~/lib/core/host/import-job';
import { ColumnTable } from './column-table';
import { SampleRows } from './sample-rows';
import { SignLegend, VisibleText } from './visible-text';

/** Renders the counts of an import, the refused rows with the reasons, and the changed and ignored columns. */
export function ReportDetails({ report, done }: { report: ImportReport; done: boolean }) {
  const { refused, stopped, refusals, changes, leftAside, columns, samples } = report;
  const counts: [string, number][] = [
    ['New', report.added],
    ['Changed', report.changed],
    ['Unchanged', report.unchanged],
    ['Refused', refused],
  ];
  return (
    <>
      <dl className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counts.map(([label, count]) => (
          <div key={label} className="card p-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-xl font-semibold">{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {(samples || columns) && <SignLegend />}
      {stopped && (
        <p className="mb-4 font-medium">
          The check stopped after {refused.toLocaleString('en')} wrong rows. The rest of the file
          was not checked.
        </p>
      )}
      {refusals.length > 0 && (
        <section className="mb-6">
          <h2 className="mb-2">Refused rows</h2>
          <Pairs
            head={['Line', 'Reason']}
            rows={refusals.map(({ line, reason, cells }) => [
              line.toLocaleString('en'),
              reason,
              cells && <Cells cells={cells} />,
            ])}
          />
          {refused > refusals.length && (
            <p className="mt-2 text-muted">
              And {(refused - refusals.length).toLocaleString('en')} more.
            </p>
          )}
        </section>
      )}
      <SampleRows
        title={done ? 'First new rows' : 'First rows that would be new'}
        rows={samples?.new ?? []}
      />
      <SampleRows
        title={done ? 'First changed rows' : 'First rows that would be changed'}
        rows={samples?.changed ?? []}
      />
      {changes.length > 0 && refused === 0 && (
        <section className="mb-6">
          <h2 className="mb-2">{done ? 'What has changed' : 'What would change'}</h2>
          <Pairs
            head={['Column', 'Records']}
            rows={changes.map(({ column, records }) => [column, records.toLocaleString('en')])}
          />
        </section>
      )}
      {columns ? (
        <ColumnTable columns={columns} />
      ) : (
        !done && (
          <p className="mb-6">
            This API host does not look for suspicious values such as NA or 1.0, and imports them as
            they are.
          </p>
        )
      )}
      {leftAside.length > 0 && (
        <p className="mb-6 break-words text-muted">
          Not imported, because {leftAside.length === 1 ? 'it has' : 'they have'} no name, or the
          panel computes the values itself: {leftAside.join(', ')}.
        </p>
      )}
    </>
  );
}

/** Renders the values of a row of the file. */
function Cells({ cells }: { cells: { title: string; text: string }[] }) {
  return (
    <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 border-l-2 border-line pl-3 text-sm">
      {cells.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles can be equal, and their order does not change
        <div key={index} className="flex min-w-0 gap-1.5">
          <dt className="text-muted">{title}</dt>
          <dd className="min-w-0">
            <VisibleText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PairsProps {
  head: [string, string];
  /** The two texts of each row, and what is shown below the second one. */
  rows: [first: string, second: string, below?: ReactNode][];
}

function Pairs({ head, rows }: PairsProps) {
  return (
    <table className="card w-full text-left">
      <thead>
        <tr className="border-b border-line">
          {head.map((title) => (
            <th key={title} scope="col" className="px-3 py-2">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, second, below]) => (
          <tr key={`${first} ${second}`} className="border-b border-line last:border-0">
            <td className="break-words px-3 py-2 align-top">{first}</td>
            <td className="break-words px-3 py-2 align-top">
              {second.split('\n').map((line) => (
                <div key={line}>{line}</div>
              ))}
              {below}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
