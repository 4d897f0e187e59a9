import { type FieldMetadata, useForm } from '@conform-to/react';
import { Link, useActionData } from '@remix-run/react';
import { defined } from 'shared/defined';
import { toText } from 'shared/list/to-text';
import { DECISION_INPUT, type DecisionView } from '~/lib/accounts/decision-view';
import type { FormReply } from '~/lib/core/form/form-view';
import { WAITING_PATH } from '~/lib/menu';
import { ConfirmForm } from '../../components/forms/confirm-page';
import { ErrorSummary, listErrors } from '../../components/record-form/error-summary';
import { Field } from '../../components/record-form/field';
import { useMayWrite } from '../../components/use-may-write';
import { MailPreview } from './mail-preview';

/**
 * Renders the page on which a waiting account is approved or refused, with the mail that each decision sends. The form
 * that approves asks for the name, the role and any required field that is empty.
 */
export function DecisionPage({ view }: { view: DecisionView }) {
  const reply = useActionData<FormReply>();
  const mayWrite = useMayWrite() && !view.refusal;
  const isRefusal = reply?.initialValue?.[DECISION_INPUT] === 'refused';
  const [form, metas] = useForm<Record<string, string>>({
    id: 'approve',
    lastResult: isRefusal ? undefined : reply,
    defaultValue: Object.fromEntries(view.fields.map(({ name, value }) => [name, toText(value)])),
    shouldValidate: 'onSubmit',
  });
  const errors = listErrors(
    [view.refusal, ...(reply?.error?.[''] ?? [])],
    view.fields.map(({ name }) => defined(metas[name])),
  );
  const { mails, token } = view;
  const question = { token, backHref: WAITING_PATH };
  return (
    <div className="max-w-2xl">
      <h1 className="mb-4 break-words">{view.heading}</h1>
      <ErrorSummary errors={errors} reply={reply} />
      <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-4">
        {view.facts.map(({ label, text }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-all">{text}</dd>
          </div>
        ))}
      </dl>
      {mayWrite ? (
        <div className="grid gap-6">
          <ConfirmForm
            question={{ ...question, verb: 'Approve', hidden: { [DECISION_INPUT]: 'approved' } }}
            reply={reply}
            form={{ id: form.id, onSubmit: form.onSubmit }}
          >
            <div className="grid gap-5">
              <h2>Approve</h2>
              <p>The account becomes active, and its owner can sign in.</p>
              {view.fields.map((field) => (
                <Field
                  key={field.name}
                  field={field}
                  meta={metas[field.name] as FieldMetadata<string>}
                />
              ))}
              <MailPreview to={mails.to} isSure={mails.isSure} {...mails.texts.approved} />
            </div>
          </ConfirmForm>
          <ConfirmForm
            question={{
              ...{ ...question, verb: 'Refuse', isDestructive: true },
              hidden: { [DECISION_INPUT]: 'refused' },
            }}
          >
            <div className="grid gap-5">
              <h2>Refuse</h2>
              <p>The account is deleted. {view.deletionNote}</p>
              <MailPreview to={mails.to} isSure={mails.isSure} {...mails.texts.refused} />
            </div>
          </ConfirmForm>
        </div>
      ) : (
        <Link to={WAITING_PATH}>See the accounts that wait for approval</Link>
      )}
    </div>
  );
}
