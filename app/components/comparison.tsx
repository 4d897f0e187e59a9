import { ScrollRegion } from './scroll-region';

interface ComparisonProps {
  /** The name of the table for screen readers. */
  label: string;
  /** The headings of the two columns of values. */
  heads: readonly [string, string];
  rows: readonly { label: string; texts: readonly [string, string] }[];
}

/** Renders a table that compares two values of each field. */
export function Comparison({ label, heads, rows }: ComparisonProps) {
  return (
    <ScrollRegion label={label} className="mt-3">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-1 pr-3">
              Field
            </th>
            <th scope="col" className="py-1 pr-3">
              {heads[0]}
            </th>
            <th scope="col" className="py-1">
              {heads[1]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label: field, texts: [first, second] }) => (
            <tr key={field} className="border-b border-line align-top">
              <th scope="row" className="py-1 pr-3 font-medium">
                {field}
              </th>
              <td className="whitespace-pre-wrap break-words py-1 pr-3">{first || '—'}</td>
              <td className="whitespace-pre-wrap break-words py-1">{second || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
