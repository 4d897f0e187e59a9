import { type FieldMetadata, useForm } from '@conform-to/react';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { defined } from 'shared/defined';
import {
  type FactorQuestion,
  type FieldView,
  type FormReply,
  formInputs,
} from '~/lib/core/form/form-view';
import { PasskeyButton } from '../passkey-button';
import { ProofField } from '../proof-field';
import { ErrorSummary, listErrors } from '../record-form/error-summary';
import { Field } from '../record-form/field';

interface AccountFormProps {
  /** The heading. Undefined on a signed-in screen, whose own heading is above the form. */
  heading?: string;
  fields: readonly FieldView[];
  submit: string;
  /** The idempotency key, new each time the form is loaded: a form that is submitted twice has one effect. */
  token?: string;
  /** The names and values of further hidden inputs. */
  hidden?: Readonly<Record<string, string>>;
  /** The text between the heading and the form. */
  hint?: string;
  /** The question for the second factor, if the form has a field `code`. */
  factor?: FactorQuestion;
  passkeyLabel?: string;
  children?: ReactNode;
}

/** Renders the form of a screen about the user's own account. The server never sends passwords back. */
export function AccountForm(props: AccountFormProps) {
  const { heading, fields, submit, token, hidden = {}, hint, factor, children } = props;
  const reply = useActionData<FormReply>();
  const { passkey } = reply?.factor ?? factor ?? {};
  const busy = useNavigation().formMethod === 'POST';
  const [form, metas] = useForm<Record<string, string>>({
    id: 'account',
    lastResult: reply,
    shouldValidate: 'onSubmit',
  });
  const element = useRef<HTMLFormElement>(null);
  const lastReply = useRef(reply);
  // Clears the passwords after a failed submission: the server does not send them back, but without this, the browser
  // would keep them in the inputs. A page that the server sent with the reply contains only what was typed since.
  useEffect(() => {
    if (reply?.status !== 'error' || reply === lastReply.current) return;
    lastReply.current = reply;
    for (const input of element.current?.querySelectorAll<HTMLInputElement>('[type=password]') ??
      [])
      input.value = '';
  }, [reply]);
  const errors = listErrors(
    form.errors ?? [],
    fields.map(({ name }) => defined(metas[name])),
  );
  return (
    <>
      {heading && <h1 className="mb-4 text-center">{heading}</h1>}
      {hint && <p className="mb-4 text-muted">{hint}</p>}
      <ErrorSummary errors={errors} reply={reply} />
      <Form
        method="post"
        ref={element}
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card grid gap-5 p-5 sm:p-6"
      >
        {token && <input type="hidden" name={formInputs.token} value={token} />}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {fields.map((field) => (
          <Field key={field.name} field={field} meta={metas[field.name] as FieldMetadata<string>} />
        ))}
        <ProofField question={reply?.proof} />
        <button type="submit" className="button-primary" aria-disabled={busy}>
          {submit}
        </button>
        {passkey && (
          <PasskeyButton
            question={passkey}
            name="code"
            label={props.passkeyLabel ?? 'Use a passkey'}
          />
        )}
      </Form>
      {children}
    </>
  );
}
