import {
  type FieldMetadata,
  type FormMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type Intent,
} from '@conform-to/react';
import { Fragment, type ReactNode } from 'react';
import type { FormValue } from 'shared/record-values/form-value';
import type { InputKind, Option } from '~/lib/core/entities/form-field';
import type { FieldView } from '~/lib/core/form/form-view';
import { ColorInput } from './color-input';
import { FieldError } from './field-error';
import { FileField } from './file-field';
import { ItemsField } from './items-field';
import { MaskedField } from './masked-field';
import { Optional } from './optional';
import { RichTextField } from './rich-text-field';

interface FieldProps {
  field: FieldView;
  meta: FieldMetadata<string>;
  /** The form that the buttons of a repeated group belong to. */
  form?: FormMetadata<Record<string, FormValue>>;
  /** The intent of the last post that the server answered, such as adding a row. Undefined if that post was a save. */
  intent?: Intent | null;
  /** True if the user has revealed the value of a masked field, which is then an input again. */
  revealed?: boolean;
  /** True if the form is disabled. */
  disabled?: boolean;
  /** True if the field does not apply. The field is then hidden, but still sends its value, so that none is lost. */
  idle?: boolean;
}

/** Renders an input with its label, hint and error. */
export function Field(props: FieldProps) {
  return (
    <div hidden={props.idle} className={props.field.isShort ? 'short' : undefined}>
      <ShownField {...props} />
    </div>
  );
}

function ShownField({ field, meta, form, intent, idle, revealed, disabled }: FieldProps) {
  if (field.masked !== undefined && !revealed)
    return <MaskedField field={field} masked={field.masked} disabled={disabled} />;
  if (field.control === 'display')
    return <DisplayField field={revealed ? { ...field, value: meta.initialValue ?? '' } : field} />;
  if (field.items && form && typeof field.value !== 'string') {
    const props = { field, spec: field.items, meta, form, intent };
    return <ItemsField {...props} />;
  }
  if (field.control === 'rich-text') {
    const props = { field, meta, form, intent, idle };
    return <RichTextField {...props} />;
  }
  if (field.upload) return <FileField field={field} upload={field.upload} meta={meta} />;
  if (field.control === 'radio') return <RadioField field={field} meta={meta} />;
  const choiceHints = field.options?.filter(({ hint }) => hint) ?? [];
  const hintId = field.hint || choiceHints.length > 0 ? `${meta.id}-hint` : undefined;
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1 block font-medium">
        {field.label} {!field.required && <Optional />}
      </label>
      {field.hint && (
        <p id={hintId} className="mb-1 text-sm text-muted">
          {field.hint}
        </p>
      )}
      {choiceHints.length > 0 && <ChoiceHints id={hintId} options={choiceHints} />}
      {field.items && (
        <p className="mb-1 text-sm text-warn">
          {field.notice} The stored text is shown below. It stays unchanged unless you edit it.
        </p>
      )}
      <FieldError meta={meta} />
      <Input field={field} meta={meta} hintId={hintId} />
    </div>
  );
}

function Input({ field, meta, hintId }: FieldProps & { hintId?: string }): ReactNode {
  const described =
    [meta.errors ? meta.errorId : undefined, hintId].filter(Boolean).join(' ') || undefined;
  const common = { className: 'input', 'aria-describedby': described, required: undefined };
  switch (field.control) {
    // If a stored list is invalid or has too many rows, its text is edited.
    case 'items':
    case 'textarea':
      return <textarea {...getTextareaProps(meta)} key={meta.key} {...common} rows={5} />;
    case 'select':
      return (
        <select {...getSelectProps(meta)} key={meta.key} {...common}>
          <option value="">Choose…</option>
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    case 'color':
      return <ColorInput {...getInputProps(meta, { type: 'text' })} key={meta.key} {...common} />;
    default:
      return (
        <input
          {...getInputProps(meta, { type: INPUT_TYPES[field.control] ?? 'text' })}
          key={meta.key}
          {...common}
          readOnly={field.readOnly}
          autoComplete={field.autoComplete}
        />
      );
  }
}

const INPUT_TYPES: Partial<Record<InputKind, 'email' | 'tel' | 'password'>> = {
  email: 'email',
  tel: 'tel',
  password: 'password',
};

function DisplayField({ field }: { field: FieldView }) {
  return (
    <dl>
      <dt className="mb-1 font-medium">{field.label}</dt>
      <dd className="break-words text-muted">{String(field.value) || '—'}</dd>
    </dl>
  );
}

function RadioField({ field, meta }: FieldProps) {
  const hintId = field.hint ? `${meta.id}-hint` : undefined;
  const described = [meta.errors ? meta.errorId : undefined, hintId].filter(Boolean).join(' ');
  return (
    <fieldset aria-describedby={described || undefined}>
      <legend className="mb-1 font-medium">
        {field.label} {!field.required && <Optional />}
      </legend>
      {field.hint && (
        <p id={hintId} className="mb-1 text-sm text-muted">
          {field.hint}
        </p>
      )}
      <FieldError meta={meta} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {field.options?.map((option, index) => (
          <label key={option.value} className="flex min-h-9 items-center gap-2">
            <input
              type="radio"
              // The link of the error summary leads to the first option.
              id={index === 0 ? meta.id : undefined}
              name={meta.name}
              value={option.value}
              defaultChecked={meta.initialValue === option.value}
              className="h-4 w-4"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Renders the hints of a select's options as a list, because an <option> element can show only its label. */
function ChoiceHints({ id, options }: { id?: string; options: readonly Option[] }) {
  return (
    <dl
      id={id}
      className="mb-1 grid grid-cols-[auto_1fr] gap-x-3 rounded border border-line px-3 py-2 text-sm text-muted"
    >
      {options.map(({ value, label, hint }) => (
        <Fragment key={value}>
          <dt>{label}</dt>
          <dd>{hint}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
