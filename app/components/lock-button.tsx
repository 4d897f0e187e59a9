import { Form, useLocation } from '@remix-run/react';
import { formInputs } from '~/lib/form/form-view';

/**
 * Renders the button that locks the session. On the page of a form, script presses the form's own lock button instead,
 * which also sends what is typed. Without script, users press that button themselves.
 */
export function LockButton() {
  const { pathname, search } = useLocation();
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
      <button
        type="submit"
        name={formInputs.page}
        value={pathname + search}
        className="button border-line"
      >
        Lock
      </button>
    </Form>
  );
}

/** Locks the session, or stores what is typed on this page if another tab has locked it. */
export function pressLock(): void {
  document.querySelector<HTMLElement>('#lock button')?.click();
}
