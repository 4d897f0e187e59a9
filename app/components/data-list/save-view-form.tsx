import { getInputProps, useForm } from '@conform-to/react';
import { Form, useActionData } from '@remix-run/react';
import type { FormReply } from '~/lib/core/form/form-view';
import { audiences } from '~/lib/core/list/saved-views-view';
import { Icon } from '../icon';
import { ErrorSummary, listErrors } from '../record-form/error-summary';
import { FieldError } from '../record-form/field-error';

/** The reply to a form with errors. `view` is the id of the view whose form it is, empty for the form of a new view. */
export type ViewReply = FormReply & { view: string };

interface SaveViewFormProps {
  /** True if the user can save views for everybody. */
  canShare: boolean;
  /** The titles of the active filters that a view for everybody cannot have. */
  identifying: readonly string[];
}

/** Renders the form that saves the state of a list as a view. */
export function SaveViewForm({ canShare, identifying }: SaveViewFormProps) {
  const answer = useActionData<ViewReply>();
  const reply = answer?.view === '' ? answer : undefined;
  const [form, { name, audience }] = useForm<{ name: string; audience: string }>({
    id: 'save-view',
    lastResult: reply,
    defaultValue: { audience: audiences.self },
    shouldValidate: 'onSubmit',
  });
  const hint = `${name.id}-hint`;
  return (
    <>
      <ErrorSummary errors={listErrors(form.errors ?? [], [name])} reply={reply} />
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card mb-6 grid gap-3 p-4"
      >
        <div className="min-w-0">
          <label htmlFor={name.id} className="mb-1 block font-medium">
            Name
          </label>
          <p id={hint} className="mb-1 text-sm text-muted">
            Saves the filters, columns, order and page size that the list has now, or its summary.
          </p>
          <FieldError meta={name} />
          <input
            {...getInputProps(name, { type: 'text' })}
            aria-describedby={`${hint} ${name.errors ? name.errorId : ''}`.trim()}
            key={name.key}
            maxLength={60}
            autoComplete="off"
            className="input"
          />
        </div>
        {canShare && identifying.length === 0 && (
          <fieldset>
            <legend className="mb-1 font-medium">Who sees the view</legend>
            <Audience value={audiences.self} chosen={audience.initialValue}>
              Only you
            </Audience>
            <Audience value={audiences.everybody} chosen={audience.initialValue}>
              Everybody. The name must not contain names of people.
            </Audience>
          </fieldset>
        )}
        {canShare && identifying.length > 0 && (
          <p className="text-sm text-muted">
            Only you will see the view, because its filters identify people:{' '}
            {identifying.join(', ')}.
          </p>
        )}
        <button
          type="submit"
          name="intent"
          value="save"
          className="button-primary justify-self-start"
        >
          <Icon name="save" /> Save this view
        </button>
      </Form>
    </>
  );
}

interface AudienceProps {
  value: string;
  chosen: string | undefined;
  children: string;
}

function Audience({ value, chosen, children }: AudienceProps) {
  return (
    <label className="flex min-h-6 items-baseline gap-2">
      <input type="radio" name="audience" value={value} defaultChecked={value === chosen} />
      {children}
    </label>
  );
}
