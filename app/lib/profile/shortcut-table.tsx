import { Fragment } from 'react';
import type { Shortcut } from '~/lib/shortcuts';

interface ShortcutTableProps {
  caption: string;
  shortcuts: readonly Shortcut[];
}

/** Renders a table of shortcuts. */
export function ShortcutTable({ caption, shortcuts }: ShortcutTableProps) {
  return (
    <table className="card w-full text-left">
      <caption className="mb-2 text-left text-lg font-semibold">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="w-32 px-3 py-2 font-medium">
            Keys
          </th>
          <th scope="col" className="px-3 py-2 font-medium">
            What they do
          </th>
        </tr>
      </thead>
      <tbody>
        {shortcuts.map(({ keys, does, together }) => (
          <tr key={does} className="border-b border-line last:border-0">
            <td className="whitespace-nowrap px-3 py-2">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && (
                    <span className="mx-1 text-sm text-muted">{together ? 'and' : 'then'}</span>
                  )}
                  <kbd className="rounded border border-line-strong bg-sunken px-1.5 py-0.5 text-sm">
                    {key}
                  </kbd>
                </Fragment>
              ))}
            </td>
            <td className="px-3 py-2">{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
