import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useState } from 'react';
import type { PasskeyQuestion } from '~/lib/core/form/passkey-question';

/** An input of the form, or a button. */
interface Posted {
  name: string;
  value: string;
}

export interface PasskeyRequestProps {
  question: PasskeyQuestion;
  /** The name of the input whose place the answer takes. */
  name: string;
  label: string;
  /** A button that the form posts besides, because nobody presses it. */
  pressed?: Posted;
  /** The id of the form that posts the answer. By default, the form around the button. */
  form?: string;
}

/** Renders the button that asks the browser for a passkey and then posts the answer with the form. */
export default function PasskeyRequest({
  question,
  name,
  label,
  pressed,
  form,
}: PasskeyRequestProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const answer = async (button: HTMLButtonElement) => {
    setBusy(true);
    setProblem('');
    try {
      const credential =
        question.kind === 'add'
          ? await startRegistration({ optionsJSON: question.options })
          : await startAuthentication({ optionsJSON: question.options });
      const answered = { name, value: JSON.stringify(credential) };
      if (button.form) postAnswer(button.form, answered, pressed);
    } catch (error) {
      setProblem(describeProblem(error, question));
    }
    setBusy(false);
  };
  return (
    <div className="mt-3">
      <button
        type="button"
        form={form}
        className="button"
        aria-disabled={busy}
        onClick={(event) => {
          if (!busy) answer(event.currentTarget);
        }}
      >
        {label}
      </button>
      {problem && (
        <p role="alert" className="field-error mt-2">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Posts a form with an answer in place of its typed input, and with a pressed button, if any. */
function postAnswer(form: HTMLFormElement, answered: Posted, pressed: Posted | undefined): void {
  const typed = form.elements.namedItem(answered.name);
  const inputs = [answered, ...(pressed ? [pressed] : [])].map((posted) =>
    Object.assign(document.createElement('input'), { type: 'hidden', ...posted }),
  );
  if (typed instanceof HTMLInputElement) typed.disabled = true;
  form.append(...inputs);
  // Safari before 16 has no requestSubmit. The form also works as a plain post.
  if (form.requestSubmit) form.requestSubmit();
  else form.submit();
  // The form's data have been read now.
  for (const input of inputs) input.remove();
  if (typed instanceof HTMLInputElement) typed.disabled = false;
}

function describeProblem(error: unknown, { kind, origin }: PasskeyQuestion): string {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID')
    return `Passkeys work only at ${origin}. Open the panel at that address.`;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has one of your passkeys already.';
  if (!window.PublicKeyCredential)
    return 'This browser does not support passkeys. An authenticator app and recovery codes work in every browser.';
  return kind === 'add'
    ? 'The passkey was not made: it was cancelled, took too long, or this device cannot check that it is you. Try again.'
    : 'No passkey was used: it was cancelled, took too long, or this device has none of yours. Try again, or enter a code.';
}
