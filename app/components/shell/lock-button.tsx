import { Form, useLocation } from '@remix-run/react';
import { formInputs } from '~/lib/form/form-view';
import { Icon } from '../icon';
import { LOCK_FORM_ID, pressLockOfForm } from './press-lock';

/**
 * Renders the button that locks the session. On the page of a form, script presses the form's own button instead, which
 * also sends what is typed. Without script, users press that button themselves.
 */
export function LockButton() {
  const { pathname, search } = useLocation();
  return (
    <Form
      id={LOCK_FORM_ID}
      method="post"
      action="/lock"
      reloadDocument
      onSubmit={(event) => {
        if (pressLockOfForm()) event.preventDefault();
      }}
    >
      <button
        type="submit"
        name={formInputs.page}
        value={pathname + search}
        className="button border-line px-2.5"
      >
        <Icon name="lock" />
        <span className="sr-only md:not-sr-only">Lock</span>
      </button>
    </Form>
  );
}
