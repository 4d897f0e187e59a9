import { Link } from '@remix-run/react';
import type { FileSummary } from '~/lib/export/load-file.server';

const states = { making: 'is being made', ready: 'is ready', failed: 'was not made' } as const;

/** Renders links to the files that the user has exported. */
export function FileList({ files }: { files: readonly FileSummary[] }) {
  return (
    <section>
      <h2 className="mb-2">Your files</h2>
      <p className="mb-2 text-muted">
        Only you can download them. They are deleted after 24 hours.
      </p>
      <ul className="grid gap-2">
        {files.map(({ href, list, format, state, until }) => (
          <li key={href} className="card break-words p-2 pl-4">
            <Link to={href}>
              {list}, {format}
            </Link>{' '}
            {states[state]}. It is deleted on {until}.
          </li>
        ))}
      </ul>
    </section>
  );
}
