import { useEffect, useRef } from 'react';
import type { Conflict } from '~/lib/form/form-view';
import { ScrollRegion } from '../scroll-region';

/**
 * Renders a conflict, which arises if somebody else has changed the record since the form was loaded. Shows the
 * user's values beside the current ones, and lets the user choose.
 */
export function ConflictPanel({
  conflict,
  reloadHref,
}: {
  conflict: Conflict;
  reloadHref: string;
}) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict takes the focus
  useEffect(() => ref.current?.focus(), [conflict]);
  return (
    <section
      ref={ref}
      role="alert"
      aria-labelledby="conflict"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: users must not miss that nothing was saved
      autoFocus
      className="mb-4 rounded-md border-2 border-warn bg-surface p-4"
    >
      <h2 id="conflict">This record has changed since you opened it</h2>
      <p className="mt-1">
        Nothing has been saved. Compare, then save yours over it, or take what stands there now.
      </p>
      <ScrollRegion label="Differences" className="mt-3">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-1 pr-3">
                Field
              </th>
              <th scope="col" className="py-1 pr-3">
                Yours
              </th>
              <th scope="col" className="py-1">
                Now
              </th>
            </tr>
          </thead>
          <tbody>
            {conflict.differences.map(({ label, yours, theirs }) => (
              <tr key={label} className="border-b border-line align-top">
                <th scope="row" className="py-1 pr-3 font-medium">
                  {label}
                </th>
                <td className="whitespace-pre-wrap break-words py-1 pr-3">{yours || '—'}</td>
                <td className="whitespace-pre-wrap break-words py-1">{theirs || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="submit" form="record" className="button-danger">
          Save mine over it
        </button>
        <a href={reloadHref} className="button">
          Take what stands there now
        </a>
      </div>
    </section>
  );
}
