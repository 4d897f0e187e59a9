import { type FieldMetadata, getInputProps, getSelectProps, useForm } from '@conform-to/react';
import { Form, useActionData } from '@remix-run/react';
import { type FormReply, formInputs } from '~/lib/core/form/form-view';
import type { PhoneChoice } from '~/lib/phones/linked-participants.server';
import { Icon } from '../../components/icon';
import { ErrorSummary, listErrors } from '../../components/record-form/error-summary';
import { FieldError } from '../../components/record-form/field-error';
import { useMayWrite } from '../../components/use-may-write';

interface LinkFormProps {
  choices: readonly PhoneChoice[];
  /** The reason that no participants can be linked to this phone. It is shown in place of the form. */
  refusal: string | undefined;
  /** The idempotency key, new each time the form is loaded: a form that is submitted twice has one effect. */
  token: string;
}

/** The maximum number of phones among which users choose from a list. They search more phones by number or name. */
const MAX_LISTED = 300;

/** Renders the form that links a participant's phone to a phone. */
export function LinkForm({ choices, refusal, token }: LinkFormProps) {
  const reply = useActionData<FormReply>();
  const [form, fields] = useForm<{ participant: string }>({
    id: 'link',
    lastResult: reply,
    shouldValidate: 'onSubmit',
  });
  const { participant } = fields;
  const hintId = `${participant.id}-hint`;
  const mayWrite = useMayWrite();
  if (!mayWrite) return null;
  const summary = (
    <ErrorSummary errors={listErrors(form.errors ?? [], [participant])} reply={reply} />
  );
  if (refusal && reply) return summary;
  if (refusal) return <p className="card mb-6 max-w-xl p-4">{refusal}</p>;
  return (
    <>
      {summary}
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card no-print mb-6 flex max-w-xl flex-wrap items-end gap-2 p-4"
      >
        <input type="hidden" name={formInputs.token} value={token} />
        <div className="min-w-0 grow">
          <label htmlFor={participant.id} className="mb-1 block font-medium">
            Participant
          </label>
          <FieldError meta={participant} />
          <p id={hintId} className="mb-1 text-sm text-muted">
            The participant’s phone, by its name and number
          </p>
          <PhoneInput meta={participant} choices={choices} hintId={hintId} />
        </div>
        <button type="submit" className="button-primary">
          <Icon name="link" /> Link
        </button>
      </Form>
    </>
  );
}

interface PhoneInputProps {
  meta: FieldMetadata<string>;
  choices: readonly PhoneChoice[];
  hintId: string;
}

/** Renders the choices as a list or, if there are none or too many for a list, an input that the browser completes. */
function PhoneInput({ meta, choices, hintId }: PhoneInputProps) {
  const describedBy = meta.valid ? hintId : `${meta.errorId} ${hintId}`;
  if (choices.length > 0 && choices.length <= MAX_LISTED)
    return (
      <select
        {...getSelectProps(meta)}
        key={meta.key}
        aria-describedby={describedBy}
        className="input"
      >
        <option value="">Choose a phone</option>
        {choices.map(({ value, label, text }) => (
          <option key={value} value={value}>
            {text ?? (label ? `${label}, ${value}` : value)}
          </option>
        ))}
      </select>
    );
  return (
    <>
      <input
        {...getInputProps(meta, { type: 'text' })}
        key={meta.key}
        aria-describedby={describedBy}
        list="participants"
        autoComplete="off"
        placeholder="Number or name"
        className="input"
      />
      <datalist id="participants">
        {choices.map(({ value, label, text }) => (
          // The input shows the value of a choice. A masked phone is chosen by its name.
          <option key={value} value={text === undefined ? value : label}>
            {text ?? label}
          </option>
        ))}
      </datalist>
    </>
  );
}
