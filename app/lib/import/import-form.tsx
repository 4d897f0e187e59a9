import { type FieldMetadata, useForm } from '@conform-to/react';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import type { Option } from '~/lib/core/entities/form-field';
import { type FormReply, formInputs } from '~/lib/core/form/form-view';
import { Icon } from '../../components/icon';
import { ErrorSummary, listErrors } from '../../components/record-form/error-summary';
import { Field } from '../../components/record-form/field';
import { FieldError } from '../../components/record-form/field-error';
import { type StoredFile, StoredFiles } from './stored-files';

interface ImportFormProps {
  title: string;
  lists: readonly Option[];
  /** The maximum size of a file, as text. */
  limit: string;
  /** The idempotency key, new each time the form is loaded: a form that is submitted twice has one effect. */
  token: string;
  /** The stored files of the user. */
  files: readonly StoredFile[];
}

/** Renders the form for a list and a file to import. Submitting it checks the file and imports nothing. */
export function ImportForm({ title, lists, limit, token, files }: ImportFormProps) {
  const reply = useActionData<FormReply>();
  const busy = useNavigation().formMethod === 'POST';
  const [form, fields] = useForm<{ list: string; file: string }>({
    id: 'import',
    lastResult: reply,
    shouldValidate: 'onSubmit',
  });
  const { list, file } = fields;
  return (
    <div className="max-w-2xl">
      <h1 className="mb-4">{title}</h1>
      <ErrorSummary errors={listErrors(form.errors ?? [], [list, file])} reply={reply} />
      <p className="mb-4 flex gap-2 rounded border border-line bg-surface px-3 py-2">
        <Icon name="info" className="mt-1 text-accent" />
        <span>
          The file is checked first. You see what would be new, changed or refused, and nothing is
          written until you confirm.
        </span>
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card grid gap-5 p-4 sm:p-6"
      >
        <input type="hidden" name={formInputs.token} value={token} />
        <Field
          field={{
            name: 'list',
            label: 'List',
            control: 'select',
            value: '',
            options: lists,
            required: true,
            readOnly: false,
          }}
          meta={list as FieldMetadata<string>}
        />
        <div>
          <label htmlFor={file.id} className="mb-1 block font-medium">
            File
          </label>
          <p id={`${file.id}-hint`} className="mb-1 text-sm text-muted">
            CSV or JSON, up to {limit}. Give each column the name that it has in the list, in the
            export or in the form. To add records, the file must have a column for every required
            field. An empty cell clears the field. If a column is missing, the field keeps its
            value.
          </p>
          <FieldError meta={file} />
          <input
            type="file"
            id={file.id}
            name={file.name}
            accept=".csv,.json,.txt,text/csv,application/json"
            aria-invalid={file.errors ? true : undefined}
            aria-describedby={[file.errors && file.errorId, `${file.id}-hint`]
              .filter(Boolean)
              .join(' ')}
            className="block w-full text-sm file:mr-3 file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:py-1.5 file:text-ink"
          />
        </div>
        <button type="submit" className="button-primary justify-self-start" aria-disabled={busy}>
          <Icon name="upload" /> {busy ? 'Checking…' : 'Check file'}
        </button>
      </Form>
      <StoredFiles files={files} />
    </div>
  );
}
