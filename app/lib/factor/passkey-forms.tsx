import { Form, Link, useActionData } from '@remix-run/react';
import type { FormReply } from '~/lib/core/form/form-view';
import { FACTOR_PATH } from '~/lib/core/session/factor-path';
import type { SetupView } from '~/lib/factor/load-setup.server';
import { AccountForm } from '../../components/forms/account-form';
import { PasskeyButton } from '../../components/passkey-button';
import { ErrorSummary } from '../../components/record-form/error-summary';
import { CancelForm } from './cancel-form';

type ViewOf<State extends SetupView['state']> = Extract<SetupView, { state: State }>;

/** Renders the first step of a new passkey: its name. */
export function NamePasskey({ view }: { view: ViewOf<'naming'> }) {
  if (!view.canAddPasskey)
    return (
      <p className="card p-5">
        Passkeys cannot be used at this address of the panel: it must begin with https and have a
        domain. Set up an authenticator app instead, or tell the person who runs the panel.
      </p>
    );
  return (
    <AccountForm
      fields={view.fields}
      submit="Continue"
      hidden={{ intent: 'name-passkey' }}
      hint="A passkey is the lock of this device, such as a fingerprint or a PIN, or a security key. It needs script. Where script is off, use an authenticator app or a recovery code. Do not add the lock of a device that others can unlock."
    >
      <p className="mt-4">
        <Link to={FACTOR_PATH} className="button">
          Cancel
        </Link>
      </p>
    </AccountForm>
  );
}

/** Renders the second step of a new passkey: asking the browser for it. */
export function AddPasskey({ view }: { view: ViewOf<'adding'> }) {
  const reply = useActionData<FormReply>();
  const question = reply?.newPasskey ?? view.question;
  const errors = (reply?.error?.[''] ?? []).map((text) => ({ text }));
  return (
    <>
      <ErrorSummary errors={errors} reply={reply} />
      <Form method="post" className="card p-5">
        <p className="break-words">
          Press the button to make the passkey “{view.name}”. Your browser then asks how.
        </p>
        <input type="hidden" name="intent" value="add-passkey" />
        {question && (
          <PasskeyButton question={question} name="credential" label="Make the passkey" />
        )}
      </Form>
      <CancelForm />
    </>
  );
}
