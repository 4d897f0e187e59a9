import { useEffect, useRef } from 'react';
import { type Doubts, formInputs, RECORD_FORM } from '~/lib/core/form/form-view';

/**
 * Renders the doubts about values that are probably a mistake, and the button that saves them nevertheless. The form
 * below keeps what was typed.
 */
export function DoubtsPanel({ doubts }: { doubts: Doubts }) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves to each new question
  useEffect(() => ref.current?.focus(), [doubts]);
  const { list, confirm, savesAnother } = doubts;
  return (
    <section
      ref={ref}
      role="alert"
      aria-labelledby="doubts"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: users must not miss that nothing was saved
      autoFocus
      className="mb-4 rounded-md border-2 border-warn bg-surface p-4"
    >
      <h2 id="doubts">Save anyway?</h2>
      <p className="mt-1">Nothing has been saved yet. Check this first:</p>
      <ul className="mt-2 grid gap-1">
        {list.map(({ text, link }) => (
          <li key={text + link?.href} className="break-words">
            {text}{' '}
            {link && (
              <a href={link.href} target="_blank" rel="noreferrer" className="underline">
                {link.text} (opens in a new tab)
              </a>
            )}
          </li>
        ))}
      </ul>
      <button
        type="submit"
        form={RECORD_FORM}
        name={savesAnother ? formInputs.confirmNext : formInputs.confirm}
        value={confirm}
        className="button-danger mt-3"
      >
        Save anyway
      </button>
    </section>
  );
}
