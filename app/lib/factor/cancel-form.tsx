import { Form } from '@remix-run/react';
import { FACTOR_PATH } from '~/lib/core/session/factor-path';

/** Renders the button that forgets what the user is setting up. */
export function CancelForm() {
  return (
    <Form method="post" action={FACTOR_PATH} className="mt-4">
      <button type="submit" name="intent" value="cancel" className="button">
        Cancel
      </button>
    </Form>
  );
}
