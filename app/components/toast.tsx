import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import { formInputs } from '~/lib/core/form/form-view';
import type { Toast as ToastMessage } from '~/lib/core/session/session-data';
import { Icon } from './icon';

let count = 0;

/**
 * Renders a message. It floats over the page below the header, and the style sheet hides it after 4 seconds, so that
 * it needs no script. A message with `stays` does not disappear: it is a part of the page, before the page's content.
 * Messages that offer to undo a change stay, because users need time to decide.
 */
export function Toast({ toast }: { toast: ToastMessage | undefined }) {
  // Each message is a new element, so that a repeated message is also shown and read out again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast needs a new key
  const key = useMemo(() => count++, [toast]);
  const colors =
    toast?.kind === 'error'
      ? 'border-bad bg-bad-soft text-bad'
      : 'border-good bg-good-soft text-good';
  return (
    <div
      role="status"
      className={
        toast?.stays
          ? 'mb-4 print:hidden'
          : 'pointer-events-none fixed inset-x-0 top-24 z-50 flex justify-center px-3 print:hidden'
      }
    >
      {toast && (
        <div
          key={key}
          className={`pointer-events-auto flex items-center gap-2 rounded-md border px-4 py-2.5 font-medium ${toast.stays ? '' : 'toast max-w-xl shadow-raised'} ${colors}`}
        >
          <Icon name={toast.kind === 'error' ? 'circle-x' : 'circle-check'} />
          <p>{toast.text}</p>
          {toast.undo && <UndoForm {...toast.undo} />}
        </div>
      )}
    </div>
  );
}

function UndoForm({ href, token }: { href: string; token: string }) {
  return (
    <Form method="post" action={href} className="ml-auto">
      <input type="hidden" name={formInputs.token} value={token} />
      <button type="submit" className="button">
        <Icon name="undo-2" /> Undo
      </button>
    </Form>
  );
}
