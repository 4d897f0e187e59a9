import { getInputProps, useForm } from '@conform-to/react';
import { Form, useActionData } from '@remix-run/react';
import type { SavedViewItem, ViewIntent } from '~/lib/core/list/saved-views-view';
import { ErrorSummary, listErrors } from '../record-form/error-summary';
import { FieldError } from '../record-form/field-error';
import type { ViewReply } from './save-view-form';

interface ViewActionsProps {
  view: SavedViewItem;
  /** True if the list has a state that can replace that of the view. */
  canSave: boolean;
  /** True if the list can open with a view, and the menu can lead to one. */
  canChoose: boolean;
}

/** Renders the buttons that change a view, and the form that renames it. They are folded at first. */
export function ViewActions({ view, canSave, canChoose }: ViewActionsProps) {
  const { id, name, mayChange, isDefault, isPinned } = view;
  const reply = useActionData<ViewReply>();
  const buttons: [ViewIntent, string, boolean][] = [
    isDefault
      ? ['no-default', 'Do not open the list with this view', canChoose]
      : ['default', 'Open the list with this view', canChoose],
    isPinned
      ? ['unpin', 'Remove from the menu', canChoose]
      : ['pin', 'Show in the menu', canChoose],
    ['replace', 'Update to the list as it is now', mayChange && canSave],
    ['delete', 'Delete', mayChange],
  ];
  return (
    <details open={reply?.view === id}>
      <summary className="inline-block min-h-6 cursor-pointer text-sm text-accent">
        Change <span className="sr-only">the view {name}</span>
      </summary>
      <Form method="post" className="mt-2 flex flex-wrap gap-2 pb-2">
        <input type="hidden" name="view" value={id} />
        {buttons
          .filter(([, , isOffered]) => isOffered)
          .map(([intent, text]) => (
            <button key={intent} type="submit" name="intent" value={intent} className="button">
              {text}
              <span className="sr-only">: {name}</span>
            </button>
          ))}
      </Form>
      {mayChange && <RenameForm key={name} view={view} />}
    </details>
  );
}

function RenameForm({ view: { id, name: current } }: { view: SavedViewItem }) {
  const answer = useActionData<ViewReply>();
  const reply = answer?.view === id ? answer : undefined;
  const [form, { name }] = useForm<{ name: string }>({
    id: `rename-${id}`,
    lastResult: reply,
    defaultValue: { name: current },
    shouldValidate: 'onSubmit',
  });
  return (
    <>
      <ErrorSummary errors={listErrors(form.errors ?? [], [name])} reply={reply} />
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="flex flex-wrap items-end gap-2 pb-2"
      >
        <input type="hidden" name="view" value={id} />
        <div className="min-w-0 grow">
          <label htmlFor={name.id} className="mb-1 block text-sm font-medium">
            New name <span className="sr-only">of {current}</span>
          </label>
          <FieldError meta={name} />
          <input
            {...getInputProps(name, { type: 'text' })}
            aria-describedby={name.errors ? name.errorId : undefined}
            key={name.key}
            maxLength={60}
            autoComplete="off"
            className="input"
          />
        </div>
        <button type="submit" name="intent" value="rename" className="button">
          Rename<span className="sr-only"> {current}</span>
        </button>
      </Form>
    </>
  );
}
