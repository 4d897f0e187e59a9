import { useEffect, useRef } from 'react';

export interface SummaryLine {
  text: string;
  /** The field it is about. */
  href?: string;
}

interface ErrorSummaryProps {
  errors: readonly SummaryLine[];
  /** The action's reply: each new one takes the focus again. */
  reply: unknown;
}

/**
 * What is wrong, at the top, linked to the fields and focused
 * (https://design-system.service.gov.uk/components/error-summary/).
 */
export function ErrorSummary({ errors, reply }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reply) ref.current?.focus();
  }, [reply]);
  if (errors.length === 0) return null;
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
      <ul className="mt-2 grid gap-1">
        {errors.map(({ text, href }) => (
          <li key={`${href} ${text}`} className="font-medium text-bad">
            {href ? (
              <a className="text-bad underline" href={href}>
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

/** The lines of a summary: what concerns the whole form, then the first fault of each field. */
export function summaryOf(
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
