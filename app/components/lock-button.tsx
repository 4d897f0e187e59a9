import { Form, useLocation, useMatches } from '@remix-run/react';
import { type FormView, formInputs, RECORD_FORM } from '~/lib/core/form/form-view';
import { useMayWrite } from './use-may-write';

/** The id of the button that locks the session. */
const LOCK = 'lock';
/** The maximum length of an address that the lock button sends. It may be twice in the request, so it must be short. */
const MAX_ADDRESS = 1_000;

/**
 * Renders the button that locks the session. On the page of a record, it belongs to the form of the record, so that it
 * also sends what is typed. Text browsers do not support this, and send the form around the button.
 */
export function LockButton() {
  const address = usePageAddress();
  const form = useHasRecordForm() ? RECORD_FORM : undefined;
  return (
    <Form method="post" action="/lock" reloadDocument>
      {/* The Enter key presses the first button of a form. Without this one, it would lock the session. */}
      {form && <button type="submit" form={form} tabIndex={-1} aria-hidden className="hidden" />}
      <button
        type="submit"
        id={LOCK}
        form={form}
        formAction="/lock"
        // Files are not stored, so only their names are sent.
        formEncType="application/x-www-form-urlencoded"
        name={formInputs.page}
        value={address}
        className="button border-line"
      >
        Lock
      </button>
    </Form>
  );
}

/** Returns the address to which unlocking leads: that of the page, without its search part if it is too long. */
function usePageAddress(): string {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  return address.length > MAX_ADDRESS ? pathname : address;
}

/** Returns whether the page has the form of a record that the user may change. */
function useHasRecordForm(): boolean {
  const mayWrite = useMayWrite();
  const matches = useMatches();
  return matches.some(({ data }) => isFormView(data) && mayWrite && !data.refusal && !data.error);
}

function isFormView(data: unknown): data is FormView {
  return typeof data === 'object' && data !== null && 'version' in data && 'fields' in data;
}

/** Locks the session, or stores what is typed on this page if another tab has locked it. */
export function pressLock(): void {
  document.getElementById(LOCK)?.click();
}
