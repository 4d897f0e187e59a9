import { type FieldMetadata, useForm } from '@conform-to/react';
import { Form, useActionData, useLocation } from '@remix-run/react';
import type { Option } from '~/lib/core/entities/form-field';
import type { FormReply } from '~/lib/core/form/form-view';
import { Icon } from '../icon';
import { ErrorSummary, listErrors } from '../record-form/error-summary';
import { Field } from '../record-form/field';
import { useMayWrite } from '../use-may-write';

interface SendFormProps {
  title: string;
  categories: readonly Option[];
  error?: string;
}

/**
 * Renders the form that starts sending messages to a category, and explains that the panel itself sends none.
 */
export function SendForm(props: SendFormProps) {
  // The key of the location changes with each submission, so that the form starts again without earlier errors.
  return <SendFormBody key={useLocation().key} {...props} />;
}

function SendFormBody({ title, categories, error }: SendFormProps) {
  const reply = useActionData<FormReply>();
  const [form, fields] = useForm<{ category: string }>({
    id: 'send',
    lastResult: reply,
    shouldValidate: 'onSubmit',
  });
  const mayWrite = useMayWrite();
  return (
    <div className="max-w-2xl">
      <h1 className="mb-4">{title}</h1>
      <ErrorSummary
        errors={listErrors([error, ...(form.errors ?? [])], [fields.category])}
        reply={reply}
      />
      <p className="mb-4 flex gap-2 rounded border border-line bg-surface px-3 py-2">
        <Icon name="info" className="mt-1 text-accent" />
        <span>
          This page confirms that sending was started and does nothing more: the panel itself sends
          no messages. See the messages that were sent in History.
        </span>
      </p>
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card grid gap-5 p-4 sm:p-6"
      >
        <Field
          field={{
            name: 'category',
            label: 'Category',
            control: 'select',
            value: '',
            options: categories,
            required: true,
            readOnly: false,
          }}
          meta={fields.category as FieldMetadata<string>}
        />
        {!error && mayWrite && (
          <button type="submit" className="button-primary justify-self-start">
            <Icon name="send" /> Send
          </button>
        )}
      </Form>
    </div>
  );
}
