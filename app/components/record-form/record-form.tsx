import type { FormValue, ItemRow } from 'shared/record-values/form-value';
import '~/styles/record-form.css';
import { type FieldMetadata, parse, useForm } from '@conform-to/react';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { Fragment, type KeyboardEvent } from 'react';
import { defined } from 'shared/defined';
import { isApplicable } from 'shared/record-values/is-applicable';
import {
  type FieldView,
  type FormReply,
  type FormView,
  formInputs,
  RECORD_FORM,
} from '~/lib/core/form/form-view';
import { Icon } from '../icon';
import { PageHead } from '../page-head';
import { ProofField } from '../proof-field';
import { useHydrated } from '../use-hydrated';
import { useMayWrite } from '../use-may-write';
import { ConflictPanel } from './conflict-panel';
import { DoubtsPanel } from './doubts-panel';
import { ErrorSummary, listErrors } from './error-summary';
import { Field } from './field';
import { UnsavedQuestion } from './unsaved-question';
import { useUnsavedWarning } from './use-unsaved-warning';

/** Renders the add or edit form of an entity. It is a plain HTML form whose errors the server returns. */
export function RecordForm({ view }: { view: FormView }) {
  const { heading, backHref, backTitle, accessesHref, historyHref, factorHref } = view;
  return (
    <div className="max-w-2xl">
      <PageHead
        title={heading}
        {...{ backHref, backTitle, accessesHref, historyHref, factorHref }}
      />
      {/* Each load has a new token. As the key, it makes React discard the state of the form after a save. */}
      <FormBody key={view.token} view={view} />
    </div>
  );
}

function FormBody({ view }: { view: FormView }) {
  const reply = useActionData<FormReply>() ?? view.draft;
  const mayWrite = useMayWrite() && !view.refusal;
  const busy = useNavigation().formMethod === 'POST';
  const unsaved = useUnsavedWarning();
  const hydrated = useHydrated();
  const [form, fields] = useForm<Record<string, FormValue>>({
    id: RECORD_FORM,
    lastResult: reply,
    defaultValue: Object.fromEntries(view.fields.map(({ name, value }) => [name, value])) as Record<
      string,
      string
    >,
    shouldValidate: 'onSubmit',
    // Validates nothing, because the server validates. conform needs this function to add, move and remove rows in the
    // browser. If the server did that, the text that is typed before its response would be lost.
    onValidate: ({ formData }) => parse(formData, { resolve: (value) => ({ value }) }),
  });
  const takesFiles = view.fields.some(({ upload }) => upload);
  const readValue = (name: string) => (fields[name] as FieldMetadata<string> | undefined)?.value;
  const errors = listErrors(
    [view.error, ...(form.errors ?? [])],
    view.fields.flatMap((field) => {
      const meta = defined(fields[field.name]);
      return [meta, ...getRowFields(field, meta)];
    }),
  );

  return (
    <>
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
      {reply?.doubts && <DoubtsPanel doubts={reply.doubts} />}
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
        onKeyUp={showFocusedTextArea}
        noValidate
        // Records are about other people: the browser must not fill in the user's values. Fields can override this.
        autoComplete="off"
        className="card relative p-4 sm:p-6"
      >
        {/* The Enter key presses the first button of a form. Without this one, it would press a button of a row. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="hidden" />
        <input type="hidden" name={formInputs.token} value={view.token} />
        <input type="hidden" name={formInputs.version} value={reply?.version ?? view.version} />
        <fieldset disabled={Boolean(view.error) || !mayWrite} className="form-grid">
          <legend className="sr-only">{view.heading}</legend>
          {view.fields.map((field) => (
            <Fragment key={field.name}>
              <SectionHeading sections={view.sections} first={field.name} />
              <Field
                field={field}
                meta={fields[field.name] as unknown as FieldMetadata<string>}
                form={form}
                intent={reply?.intent}
                revealed={reply?.revealed?.includes(field.name)}
                disabled={Boolean(view.error) || !mayWrite}
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
        </fieldset>
        {view.draft && <input type="hidden" name={formInputs.draft} value="shown" />}
        <ProofField question={reply?.proof} />
        {!view.error && mayWrite && <SaveButtons view={view} busy={busy} hydrated={hydrated} />}
        {busy && <Saving />}
      </Form>
      <UnsavedQuestion blocker={unsaved.blocker} focusedBefore={unsaved.focusedBefore} />
    </>
  );
}

/** Renders the heading of the section that begins with this field, if there is one. */
function SectionHeading({ sections, first }: Pick<FormView, 'sections'> & { first: string }) {
  const section = sections?.find((candidate) => candidate.first === first);
  if (!section) return null;
  const space = section === sections?.[0] ? '' : 'mt-3';
  return <h2 className={`${space} border-b border-line pb-1 text-base`}>{section.title}</h2>;
}

/** Renders the buttons of the form. In windows that are high enough, they stay at the bottom edge. */
function SaveButtons({
  view,
  busy,
  hydrated,
}: {
  view: FormView;
  busy: boolean;
  hydrated: boolean;
}) {
  return (
    <div
      className={`form-actions flex flex-wrap gap-2 border-t border-line bg-surface px-4 py-3 ${hydrated ? '' : 'form-actions-plain'}`}
    >
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

/**
 * Scrolls a text area or editor fully into view after the Tab key has focused it. Browsers scroll only to the line with
 * the cursor, and the buttons of the form could cover the lines below it.
 */
function showFocusedTextArea({ key, target }: KeyboardEvent) {
  if (key === 'Tab' && target instanceof HTMLElement && target.matches('textarea, .rich-text'))
    (target.closest('.rich-text-frame') ?? target).scrollIntoView({ block: 'nearest' });
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
