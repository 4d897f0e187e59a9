import { useLocation, useNavigation, useSubmit } from '@remix-run/react';
import type { BusyError, SentForm } from '../lib/core/client/busy-error';

/** Replaces a page that the server could not serve in time, with a button to try again. */
export function BusyNotice({ error: { message, form } }: { error: BusyError }) {
  const { pathname, search } = useLocation();
  return (
    <main className="mx-auto max-w-xl p-6">
      <h1 className="mb-3">Sorry, the service is busy</h1>
      <p className="mb-4" role="alert">
        {message}
      </p>
      {form ? (
        <SendAgain form={form} />
      ) : (
        <a className="button" href={`${pathname}${search}`}>
          Try again
        </a>
      )}
    </main>
  );
}

/** Posts the submitted values again, because the form itself is no longer shown. */
function SendAgain({ form: { action, body } }: { form: SentForm }) {
  const submit = useSubmit();
  const isSending = useNavigation().state !== 'idle';
  const encType =
    body instanceof FormData ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return (
    <button
      type="button"
      className="button"
      disabled={isSending}
      onClick={() => submit(body, { action, method: 'post', encType })}
    >
      Try again
    </button>
  );
}
