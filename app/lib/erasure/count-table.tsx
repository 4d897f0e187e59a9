import '~/styles/erasure.css';
import type { RecordCount } from '~/lib/erasure/plan';

/** Renders the number of records of each kind. */
export function CountTable({
  counts,
  caption,
}: {
  counts: readonly RecordCount[];
  caption: string;
}) {
  return (
    <table className="record-counts mt-4 text-left">
      <caption className="mb-1 text-left font-medium">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" className="text-right">
            Number
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ kind, count }) => (
          <tr key={kind}>
            <th scope="row" className="font-normal">
              {kind}
            </th>
            <td>{count.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
