import { type MouseEvent, useEffect, useRef } from 'react';
import type { FormReply } from '~/lib/form/form-view';
import { useErrorInTitle } from '../error-title';

export interface SummaryLine {
  text: string;
  /** The field it is about. */
  href?: string;
}

interface ErrorSummaryProps {
  errors: readonly SummaryLine[];
  /** The action's reply: each new one takes the focus again. */
  reply: FormReply | undefined;
}

/**
 * Shows all errors at the top of a form, linked to the fields and focused, and names them in the page's title
 * (https://design-system.service.gov.uk/components/error-summary/).
 */
export function ErrorSummary({ errors, reply }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useErrorInTitle();
  const shown = errors.length > 0;
  // The lines come a moment after the reply: conform sets them, and focuses the first field, before.
  useEffect(() => {
    if (shown && reply?.status === 'error') ref.current?.focus();
  }, [shown, reply]);
  if (!shown) return null;
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script, the browser itself moves the focus to what is wrong
      autoFocus
      aria-labelledby="error-summary"
      className="mb-4 rounded-md border-2 border-bad bg-surface p-4"
    >
      <h2 id="error-summary">There is a problem</h2>
      <ul className="mt-2 grid gap-1 font-medium text-bad [&_a]:text-bad [&_a]:underline">
        {errors.map(({ text, href }) => (
          <li key={`${href} ${text}`}>
            {href ? (
              <a href={href} onClick={focusTarget}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the field without a navigation, which would take the reply and the title's 'Error: ' away. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  const folded = field.closest('details');
  if (folded) folded.open = true;
  field.focus();
}

/** Returns the lines of a summary: the errors of the whole form, then the first error of each field. */
export function buildSummary(
  general: readonly (string | undefined)[],
  fields: readonly { id: string; errors?: string[] }[],
): SummaryLine[] {
  const lines = [...new Set(general)].flatMap((text) => (text ? [{ text }] : []));
  return [
    ...lines,
    ...fields.flatMap(({ id, errors }) =>
      (errors ?? []).slice(0, 1).map((text) => ({ text, href: `#${id}` })),
    ),
  ];
}
