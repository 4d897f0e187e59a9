import { formInputs, type ProofQuestion } from '~/lib/core/form/form-view';
import { PasskeyButton } from './passkey-button';

/** The id of the input, to which the error summary links. */
export const PROOF_ID = 'proof';

/** Renders the input in which a user proves again who they are, at the end of a form. */
export function ProofField({ question }: { question: ProofQuestion | undefined }) {
  if (!question) return null;
  const { kind, hasApp, passkey, message, pressed } = question;
  const code = hasApp ? 'Code of your authenticator app, or a recovery code' : 'Recovery code';
  return (
    <div className="mt-5 rounded border border-warn p-4">
      <label htmlFor={PROOF_ID} className="mb-1 block font-medium">
        {kind === 'code' ? code : 'Your password'}
      </label>
      <p id={`${PROOF_ID}-error`} className="field-error">
        <span className="sr-only">Error: </span>
        {message}
      </p>
      <input
        id={PROOF_ID}
        name={formInputs.proof}
        type={kind === 'code' ? 'text' : 'password'}
        autoComplete={kind === 'code' ? 'one-time-code' : 'current-password'}
        aria-describedby={`${PROOF_ID}-error`}
        className="input"
      />
      {passkey && (
        <PasskeyButton
          question={passkey}
          name={formInputs.proof}
          pressed={pressed}
          label="Use a passkey"
        />
      )}
    </div>
  );
}
