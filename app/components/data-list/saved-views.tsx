import { getInputProps, useForm } from '@conform-to/react';
import { Form, Link, useActionData } from '@remix-run/react';
import type { FormReply } from '~/lib/form/form-view';
import { Icon } from '../icon';
import { buildSummary, ErrorSummary } from '../record-form/error-summary';
import { FieldError } from '../record-form/field-error';

interface SavedViewsProps {
  views: readonly { id: string; name: string; href: string }[];
  /** False if the list is in its default state, apart from its page. */
  canSave: boolean;
}

/** Renders the form that saves the state of a list under a name, and the views that have been saved. */
export function SavedViews({ views, canSave }: SavedViewsProps) {
  return (
    <div className="max-w-xl">
      {canSave ? (
        <SaveForm key={views.length} />
      ) : (
        <p className="mb-6 text-muted">
          To save a view, first set filters, columns or an order in the list.
        </p>
      )}
      <h2 className="mb-2">Saved views</h2>
      {views.length === 0 && <p>You have no saved views of this list.</p>}
      <ul className="grid gap-2">
        {views.map(({ id, name, href }) => (
          <li key={id} className="card flex items-center gap-2 p-2 pl-4">
            <Link to={href} className="min-w-0 grow break-words">
              {name}
            </Link>
            <Form method="post">
              <button type="submit" name="delete" value={id} className="button px-2.5">
                <Icon name="trash-2" />
                <span className="sr-only">Delete the view {name}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SaveForm() {
  const reply = useActionData<FormReply>();
  const [form, { name }] = useForm<{ name: string }>({
    id: 'save-view',
    lastResult: reply,
    shouldValidate: 'onSubmit',
  });
  return (
    <>
      <ErrorSummary errors={buildSummary(form.errors ?? [], [name])} reply={reply} />
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card mb-6 flex flex-wrap items-end gap-2 p-4"
      >
        <div className="min-w-0 grow">
          <label htmlFor={name.id} className="mb-1 block font-medium">
            Name
          </label>
          <p id={`${name.id}-hint`} className="mb-1 text-sm text-muted">
            Saves the filters, columns, order and page size that the list has now. Only you see it.
          </p>
          <FieldError meta={name} />
          <input
            {...getInputProps(name, { type: 'text' })}
            aria-describedby={`${name.id}-hint ${name.errors ? name.errorId : ''}`.trim()}
            key={name.key}
            maxLength={60}
            autoComplete="off"
            className="input"
          />
        </div>
        <button type="submit" className="button-primary">
          <Icon name="save" /> Save this view
        </button>
      </Form>
    </>
  );
}
