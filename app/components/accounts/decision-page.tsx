import { type FieldMetadata, useForm } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { AccountDecision } from 'shared/account-decisions';
import { defined } from 'shared/defined';
import { toText } from 'shared/list/to-text';
import {
  DECISION_INPUT,
  type DecisionReply,
  type DecisionView,
  WAITING_TITLE,
} from '~/lib/accounts/decision-view';
import { formInputs } from '~/lib/form/form-view';
import { WAITING_PATH } from '~/lib/menu';
import { PageHead } from '../page-head';
import { PROOF_ID, ProofField } from '../proof-field';
import { buildSummary, ErrorSummary } from '../record-form/error-summary';
import { Field } from '../record-form/field';
import { useMayWrite } from '../use-may-write';
import { MailPreview } from './mail-preview';

interface DecisionPageProps {
  view: DecisionView;
  reply: DecisionReply | undefined;
}

/** Renders the page on which a waiting account is approved or refused, with the mail that each decision sends. */
export function DecisionPage({ view, reply }: DecisionPageProps) {
  const mayWrite = useMayWrite() && !view.refusal;
  const problem = reply?.error ?? view.refusal;
  return (
    <div className="max-w-2xl">
      <PageHead title={view.heading} backHref={WAITING_PATH} backTitle={WAITING_TITLE} />
      {problem && (
        <p role="alert" className="mb-4 rounded border border-bad bg-bad-soft px-3 py-2 text-bad">
          {problem}
        </p>
      )}
      <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-4">
        {view.facts.map(({ label, text }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-all">{text}</dd>
          </div>
        ))}
      </dl>
      {mayWrite && <ApproveForm view={view} reply={reply} />}
      {mayWrite && (
        <DecisionSection title="Refuse" view={view} decision="refused">
          <p>The account is deleted. {view.deletionNote}</p>
        </DecisionSection>
      )}
      {!mayWrite && <Link to={WAITING_PATH}>See the accounts that wait for approval</Link>}
    </div>
  );
}

/** Renders the form that approves the account. It asks for the name, the role and any required field that is empty. */
function ApproveForm({ view, reply }: DecisionPageProps) {
  const [form, metas] = useForm<Record<string, string>>({
    id: 'approve',
    lastResult: reply?.reply,
    defaultValue: Object.fromEntries(view.fields.map(({ name, value }) => [name, toText(value)])),
    shouldValidate: 'onSubmit',
  });
  const shown = view.fields.map((field) => defined(metas[field.name]));
  const proof = reply?.reply?.proof;
  const errors = buildSummary(form.errors ?? [], shown).map((line) =>
    line.text === proof?.message ? { ...line, href: `#${PROOF_ID}` } : line,
  );
  return (
    <>
      <ErrorSummary errors={errors} reply={reply?.reply} />
      <DecisionSection
        title="Approve"
        view={view}
        decision="approved"
        form={{ id: form.id, onSubmit: form.onSubmit }}
      >
        <p>The account becomes active, and its owner can sign in.</p>
        {view.fields.map((field) => (
          <Field key={field.name} field={field} meta={metas[field.name] as FieldMetadata<string>} />
        ))}
        <ProofField question={proof} />
      </DecisionSection>
    </>
  );
}

interface DecisionSectionProps {
  title: 'Approve' | 'Refuse';
  decision: AccountDecision;
  view: DecisionView;
  form?: Pick<ReturnType<typeof useForm>[0], 'id' | 'onSubmit'>;
  children: ReactNode;
}

function DecisionSection({ title, decision, view, form, children }: DecisionSectionProps) {
  const busy = useNavigation().formMethod === 'POST';
  const { mails, token } = view;
  return (
    <section className="card mb-6 p-5">
      <h2 className="mb-3">{title}</h2>
      <Form method="post" noValidate {...form} className="grid gap-5">
        <input type="hidden" name={formInputs.token} value={token} />
        <input type="hidden" name={DECISION_INPUT} value={decision} />
        {children}
        <MailPreview to={mails.to} isSure={mails.isSure} {...mails.texts[decision]} />
        <p>
          <button
            type="submit"
            aria-disabled={busy}
            className={decision === 'approved' ? 'button-primary' : 'button-danger'}
          >
            {title}
          </button>
        </p>
      </Form>
    </section>
  );
}
