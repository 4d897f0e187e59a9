import { type FieldMetadata, getInputProps, useForm } from '@conform-to/react';
import { Form, useActionData } from '@remix-run/react';
import type { FormReply } from '~/lib/core/form/form-view';
import { Icon } from '../../components/icon';
import { ErrorSummary, listErrors } from '../../components/record-form/error-summary';
import { FieldError } from '../../components/record-form/field-error';

interface SettingsFormProps {
  /** The inputs for the places of the cards. */
  cards: readonly { name: string; title: string; place: string }[];
  goal: { target: string; start: string; end: string };
}

/** Renders the form in which administrators choose the figures of the home page and the target. */
export function SettingsForm({ cards, goal }: SettingsFormProps) {
  const reply = useActionData<FormReply>();
  const [form, fields] = useForm<Record<string, string>>({
    id: 'overview',
    lastResult: reply,
    shouldValidate: 'onSubmit',
    defaultValue: {
      ...goal,
      ...Object.fromEntries(cards.map(({ name, place }) => [name, place])),
    },
  });
  const goalInputs = [
    { name: 'target', label: 'Target number of participants', type: 'number' },
    { name: 'start', label: 'First day', type: 'date' },
    { name: 'end', label: 'Last day', type: 'date' },
  ] as const;
  const inputs = [...cards.map(({ name }) => name), ...goalInputs.map(({ name }) => name)];
  const errors = listErrors(
    form.errors ?? [],
    inputs.flatMap((name) => fields[name] ?? []),
  );
  return (
    <>
      <ErrorSummary errors={errors} reply={reply} />
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card grid gap-4 p-4 sm:p-6"
      >
        <fieldset>
          <legend className="font-semibold">Cards and their order</legend>
          <p className="mb-2 text-sm text-muted">
            The card with the lowest number comes first. To hide a card, delete its number.
          </p>
          <div className="grid gap-2">
            {cards.map(({ name, title }) => (
              <Input key={name} label={title} meta={fields[name]} type="number" />
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-2 font-semibold">Target</legend>
          <div className="grid gap-2">
            {goalInputs.map(({ name, label, type }) => (
              <Input key={name} label={label} meta={fields[name]} type={type} />
            ))}
          </div>
        </fieldset>
        <button type="submit" className="button-primary justify-self-start">
          <Icon name="save" /> Save
        </button>
      </Form>
    </>
  );
}

interface InputProps {
  label: string;
  meta: FieldMetadata<string> | undefined;
  type: 'number' | 'date';
}

function Input({ label, meta, type }: InputProps) {
  if (!meta) return null;
  return (
    <div>
      <FieldError meta={meta} />
      <div className="flex items-center justify-between gap-x-3">
        <label htmlFor={meta.id} className="min-w-0">
          {label}
        </label>
        <input
          {...getInputProps(meta, { type })}
          key={meta.key}
          aria-describedby={meta.errors ? meta.errorId : undefined}
          autoComplete="off"
          className={`input ${type === 'date' ? 'max-w-44 shrink-0' : 'max-w-28 shrink-0'}`}
        />
      </div>
    </div>
  );
}
