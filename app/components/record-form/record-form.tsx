import { type FieldMetadata, parse, useForm } from '@conform-to/react';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { Fragment } from 'react';
import { defined } from 'shared/defined';
import type { FormValue, ItemRow } from '~/lib/entities/form-field';
import { type FieldView, type FormReply, type FormView, formInputs } from '~/lib/form/form-view';
import { isApplicable } from '~/lib/form/in-force';
import { Icon } from '../icon';
import { PageHead } from '../page-head';
import { useHydrated } from '../use-hydrated';
import { useMayWrite } from '../use-may-write';
import { ConflictPanel } from './conflict-panel';
import { buildSummary, ErrorSummary } from './error-summary';
import { Field } from './field';
import { useUnsavedWarning } from './use-unsaved-warning';

/** Renders the add or edit form of an entity. It is a plain HTML form whose errors the server returns. */
export function RecordForm({ view }: { view: FormView }) {
  // The server issues a new token with each load. Used as React's key, it resets the form's state after a save.
  return <FormBody key={view.token} view={view} />;
}

function FormBody({ view }: { view: FormView }) {
  const reply = useActionData<FormReply>() ?? view.draft;
  const mayWrite = useMayWrite() && !view.refusal;
  const busy = useNavigation().formMethod === 'POST';
  const unsaved = useUnsavedWarning();
  const hydrated = useHydrated();
  const [form, fields] = useForm<Record<string, FormValue>>({
    id: 'record',
    lastResult: reply,
    defaultValue: Object.fromEntries(view.fields.map(({ name, value }) => [name, value])) as Record<
      string,
      string
    >,
    shouldValidate: 'onSubmit',
    // Validates nothing: it only lets conform add, move and remove rows in the browser. If the server did that,
    // text that is typed before its response would be lost. The server validates.
    onValidate: ({ formData }) => parse(formData, { resolve: (value) => ({ value }) }),
  });
  const takesFiles = view.fields.some(({ upload }) => upload);
  const readValue = (name: string) => (fields[name] as FieldMetadata<string> | undefined)?.value;
  const errors = buildSummary(
    [view.error, ...(form.errors ?? [])],
    view.fields.flatMap((field) => {
      const meta = defined(fields[field.name]);
      return [meta, ...getRowFields(field, meta)];
    }),
  );

  return (
    <div className="mx-auto max-w-2xl">
      <PageHead
        title={view.title}
        backHref={view.backHref}
        backTitle={view.backTitle}
        accessesHref={view.accessesHref}
        historyHref={view.historyHref}
      />
      {view.note && <p className="mb-4 text-muted">{view.note}</p>}
      {view.refusal && (
        <p
          role="status"
          className="mb-4 rounded border border-warn bg-warn-soft px-3 py-2 text-warn"
        >
          {view.refusal}
        </p>
      )}
      <ErrorSummary errors={errors} reply={reply} />
      {reply?.conflict && <ConflictPanel conflict={reply.conflict} />}
      <Form
        method="post"
        encType={takesFiles ? 'multipart/form-data' : undefined}
        id={form.id}
        onSubmit={(event) => {
          form.onSubmit(event);
          if (event.defaultPrevented) unsaved.onInput();
          else unsaved.onSave();
        }}
        onInput={unsaved.onInput}
        noValidate
        className="card relative p-4 sm:p-6"
      >
        {/* The Enter key presses the first button of a form. This must not be a button of a row. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="hidden" />
        <input type="hidden" name={formInputs.token} value={view.token} />
        <input type="hidden" name={formInputs.version} value={reply?.version ?? view.version} />
        <fieldset disabled={Boolean(view.error) || !mayWrite} className="grid gap-5">
          <legend className="sr-only">{view.title}</legend>
          {view.fields.map((field) => (
            <Fragment key={field.name}>
              <Field
                field={field}
                meta={fields[field.name] as unknown as FieldMetadata<string>}
                form={form}
                intent={reply?.intent}
                idle={!isApplicable(field.when, readValue)}
              />
              {!hydrated && view.fields.some(({ when }) => when?.field === field.name) && (
                <button
                  {...form.update.getButtonProps({ name: field.name })}
                  className="button justify-self-start"
                >
                  Show the fields for this {field.label.toLowerCase()}
                </button>
              )}
            </Fragment>
          ))}
          {!view.error && mayWrite && <SaveButtons view={view} busy={busy} />}
        </fieldset>
        {busy && <Saving />}
      </Form>
    </div>
  );
}

function SaveButtons({ view, busy }: { view: FormView; busy: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      <button type="submit" className="button-primary px-6" aria-disabled={busy}>
        <Icon name="save" /> Save
      </button>
      {view.isNew && (
        <button
          type="submit"
          name={formInputs.next}
          value="add"
          className="button"
          aria-disabled={busy}
        >
          Save and add another
        </button>
      )}
    </div>
  );
}

function Saving() {
  return (
    <div className="after-a-moment absolute inset-0 z-20 grid place-items-center rounded-md bg-surface/70">
      <p role="status" className="card px-4 py-3 font-medium shadow-raised">
        Saving…
      </p>
    </div>
  );
}

/** Returns the inputs of a field's repeated rows, for the error summary. */
function getRowFields(field: FieldView, meta: unknown): FieldMetadata[] {
  const { items, value } = field;
  if (!items || typeof value === 'string') return [];
  const rows = (meta as FieldMetadata<ItemRow[]>).getFieldList();
  return rows.flatMap((row) =>
    items.inputs.map(({ name }) => defined(row.getFieldset()[name]) as FieldMetadata),
  );
}
