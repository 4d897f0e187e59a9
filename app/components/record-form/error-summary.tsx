import { type MouseEvent, useEffect, useRef } from 'react';
import type { FormReply } from '~/lib/core/form/form-view';
import { useErrorPrefix } from '../error-title';
import { PROOF_ID } from '../proof-field';

interface SummaryLine {
  text: string;
  /** The link to the field with the error. */
  href?: string;
}

interface ErrorSummaryProps {
  errors: readonly SummaryLine[];
  /** The reply of the form's action. Each new reply with errors moves the focus to the summary. */
  reply: FormReply | undefined;
}

/**
 * Renders all errors at the top of a form, with links to the fields and to the input of a proof. After a failed
 * submission, moves the focus to this summary and puts the word "Error" before the page's title
 * (https://design-system.service.gov.uk/components/error-summary/).
 */
export function ErrorSummary({ errors, reply }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useErrorPrefix();
  const shown = errors.length > 0;
  // conform sets the errors and focuses the first invalid field in a layout effect, which runs before this effect.
  // `shown` is a dependency because the errors may be rendered after the reply arrives.
  useEffect(() => {
    if (shown && reply?.status === 'error') ref.current?.focus();
  }, [shown, reply]);
  if (!shown) return null;
  const proof = reply?.proof?.message;
  const lines = errors.map((line) =>
    line.text === proof ? { ...line, href: `#${PROOF_ID}` } : line,
  );
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without script, it makes the browser move the focus to the errors
      autoFocus
      aria-labelledby="error-summary"
      className="mb-4 rounded-md border-2 border-bad bg-surface p-4"
    >
      <h2 id="error-summary">There is a problem</h2>
      <ul className="mt-2 grid gap-1 font-medium text-bad [&_a]:text-bad [&_a]:underline">
        {lines.map(({ text, href }) => (
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

/** Focuses the field without a navigation, which would remove the reply and the 'Error: ' from the title. */
function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  const folded = field.closest('details');
  if (folded) folded.open = true;
  field.focus();
  field.scrollIntoView({ block: 'nearest' });
}

/**
 * Returns the lines of a summary: first the errors of the whole form, and then the first error of each field.
 */
export function listErrors(
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
