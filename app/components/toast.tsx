import { useMemo } from 'react';
import type { Toast as ToastMessage } from '~/lib/session/session.server';
import { Icon } from './icon';

let count = 0;

/**
 * Renders a message at the top centre. The style sheet hides it after 4 seconds, so that it needs no script. A
 * message with `stays` is shown above the page's content until the next page.
 */
export function Toast({ toast }: { toast: ToastMessage | undefined }) {
  // Each message is a new element, so that a repeated message is also shown and read out again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast needs a new key
  const key = useMemo(() => count++, [toast]);
  const look =
    toast?.kind === 'error'
      ? 'border-bad bg-bad-soft text-bad'
      : 'border-good bg-good-soft text-good';
  return (
    <div
      role="status"
      className={
        toast?.stays
          ? 'mb-4 print:hidden'
          : 'pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center px-3 print:hidden'
      }
    >
      {toast && (
        <p
          key={key}
          className={`pointer-events-auto flex items-center gap-2 rounded-md border px-4 py-2.5 font-medium ${toast.stays ? '' : 'toast max-w-xl shadow-raised'} ${look}`}
        >
          <Icon name={toast.kind === 'error' ? 'circle-x' : 'circle-check'} />
          {toast.text}
        </p>
      )}
    </div>
  );
}
