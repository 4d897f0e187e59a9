import { getInputProps, useForm } from '@conform-to/react';
import { Form, useActionData } from '@remix-run/react';
import type { Option } from '~/lib/entities/form-field';
import { type FormReply, formInputs } from '~/lib/form/form-view';
import { Icon } from '../icon';
import { buildSummary, ErrorSummary } from '../record-form/error-summary';
import { FieldError } from '../record-form/field-error';
import { useMayWrite } from '../use-may-write';

interface LinkFormProps {
  choices: readonly Option[];
  /** The reason that no participants can be linked to this phone. It is shown in place of the form. */
  refusal: string | undefined;
  /** The idempotency key, new each time the form is loaded: a form that is submitted twice has one effect. */
  token: string;
}

/** Renders the form that links a participant to a phone. The browser searches the choices by number or name. */
export function LinkForm({ choices, refusal, token }: LinkFormProps) {
  const reply = useActionData<FormReply>();
  const [form, fields] = useForm<{ participant: string }>({
    id: 'link',
    lastResult: reply,
    shouldValidate: 'onSubmit',
  });
  const { participant } = fields;
  const mayWrite = useMayWrite();
  if (!mayWrite) return null;
  const summary = (
    <ErrorSummary errors={buildSummary(form.errors ?? [], [participant])} reply={reply} />
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
          <input
            {...getInputProps(participant, { type: 'text' })}
            key={participant.key}
            list="participants"
            autoComplete="off"
            placeholder="Number or name"
            className="input"
          />
          <datalist id="participants">
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
        </div>
        <button type="submit" className="button-primary">
          <Icon name="link" /> Link
        </button>
      </Form>
    </>
  );
}
