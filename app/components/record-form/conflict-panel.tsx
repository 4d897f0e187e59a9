import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { type Conflict, formInputs } from '~/lib/core/form/form-view';
import { Comparison } from '../comparison';

/**
 * Renders a conflict, which arises if somebody else has changed the record since the form was loaded. Shows the
 * user's values beside the current ones, and lets the user choose.
 */
export function ConflictPanel({ conflict }: { conflict: Conflict }) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves to each new conflict
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
        Your changes have not been saved. Compare the two versions, then save yours or use the one
        that is saved now.
      </p>
      <Comparison
        label="Differences"
        heads={['Yours', 'Now']}
        rows={conflict.differences.map(({ label, yours, theirs }) => ({
          label,
          texts: [yours, theirs],
        }))}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="submit" form="record" className="button-danger">
          Save my version over it
        </button>
        <Form method="post">
          <button type="submit" name={formInputs.discard} value="yes" className="button">
            Use the saved version
          </button>
        </Form>
      </div>
    </section>
  );
}
