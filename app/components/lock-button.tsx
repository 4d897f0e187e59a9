import { Form, useLocation } from '@remix-run/react';
import { formInputs } from '~/lib/form/form-view';

/**
 * The maximum length of an address that the lock buttons send. A form's page contains it twice, so it must be short.
 */
const MAX_ADDRESS = 1_000;

/** Returns the address to which unlocking leads: that of the page, without its search part if it is too long. */
export function usePageAddress(): string {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  return address.length > MAX_ADDRESS ? pathname : address;
}

/**
 * Renders the button that locks the session. On the page of a form, script presses the form's own lock button instead,
 * which also sends what is typed. Without script, users press that button themselves.
 */
export function LockButton() {
  const address = usePageAddress();
  return (
    <Form
      id="lock"
      method="post"
      action="/lock"
      reloadDocument
      onSubmit={(event) => {
        const own = document.getElementById(formInputs.page);
        if (!own) return;
        event.preventDefault();
        own.click();
      }}
    >
      <button type="submit" name={formInputs.page} value={address} className="button border-line">
        Lock
      </button>
    </Form>
  );
}

/** Locks the session, or stores what is typed on this page if another tab has locked it. */
export function pressLock(): void {
  document.querySelector<HTMLElement>('#lock button')?.click();
}
