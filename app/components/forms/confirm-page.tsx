import { Form, Link, useActionData, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { ConfirmView, Question } from '~/lib/core/confirm/confirm-view';
import { type FormReply, formInputs } from '~/lib/core/form/form-view';
import { ProofField } from '../proof-field';
import { ErrorSummary, listErrors } from '../record-form/error-summary';
import { FieldError } from '../record-form/field-error';
import { Optional } from '../record-form/optional';
import { useMayWrite } from '../use-may-write';

/** The id of the input for the reason, and its name. */
const REASON = 'reason';

interface ConfirmPageProps {
  view: Omit<ConfirmView, 'title' | 'trail'>;
  /** True if the details need a wide page. */
  isWide?: boolean;
  /** True if roles that may not change data can confirm too. */
  isForAllRoles?: boolean;
  /** Shown between the errors and the form. */
  notice?: ReactNode;
  /** The details of what is to be done. */
  children?: ReactNode;
}

/**
 * Renders a page that asks before something is done. Posting its form does it. The error summary shows why the user
 * cannot confirm, and why the last post has done nothing.
 */
export function ConfirmPage({ view, isWide, isForAllRoles, notice, children }: ConfirmPageProps) {
  const reply = useActionData<FormReply>();
  const mayWrite = useMayWrite() || isForAllRoles;
  const { heading, label, refusal } = view;
  const errors = listErrors(
    [refusal, ...(reply?.error?.[''] ?? [])],
    [{ id: REASON, errors: reply?.error?.[REASON] ?? undefined }],
  );
  return (
    <div className={isWide ? 'max-w-3xl' : 'max-w-xl'}>
      <h1 className="mb-4 break-words">{heading}</h1>
      <ErrorSummary errors={errors} reply={reply} />
      {notice}
      <ConfirmForm question={view} reply={reply} isDisabled={!mayWrite || refusal !== undefined}>
        {label && !heading.includes(label) && <p className="break-words font-medium">{label}</p>}
        {children}
      </ConfirmForm>
    </div>
  );
}

interface ConfirmFormProps {
  question: Question;
  reply?: FormReply;
  /** True if the form has no button that confirms. */
  isDisabled?: boolean;
  /** The attributes of a form that conform validates. */
  form?: { id: string; onSubmit: React.FormEventHandler<HTMLFormElement> };
  children?: ReactNode;
}

/** Renders the form of one question, with the details above the consequences, the reason, the proof and the buttons. */
export function ConfirmForm({ question, reply, isDisabled, form, children }: ConfirmFormProps) {
  const { verb, isDestructive, notes = [], reason, token, hidden = {} } = question;
  const busy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" action={question.action} noValidate {...form} className="card p-5">
      {children}
      {!isDisabled &&
        notes.map((note) => (
          <p key={note} className="mt-2 first:mt-0">
            {note}
          </p>
        ))}
      {reason && !isDisabled && <ReasonField isOptional={reason === 'optional'} reply={reply} />}
      {!isDisabled && <ProofField question={reply?.proof} />}
      <div className="mt-5 flex flex-wrap gap-2 first:mt-0">
        {token && <input type="hidden" name={formInputs.token} value={token} />}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {!isDisabled && (
          <button
            type="submit"
            aria-disabled={busy}
            className={`${isDestructive ? 'button-danger' : 'button-primary'} whitespace-normal`}
          >
            {verb}
          </button>
        )}
        <Link to={question.backHref} className="button">
          {question.cancel ?? 'Cancel'}
        </Link>
      </div>
    </Form>
  );
}

/** Renders the input for the reason. */
function ReasonField({ isOptional, reply }: { isOptional: boolean; reply?: FormReply }) {
  const errors = reply?.error?.[REASON] ?? undefined;
  const [hintId, errorId] = [`${REASON}-hint`, `${REASON}-error`];
  return (
    <div className="mt-5">
      <label htmlFor={REASON} className="mb-1 block font-medium">
        Reason {isOptional && <Optional />}
      </label>
      <p id={hintId} className="text-muted text-sm">
        For example ‘Request of 3 May’. Do not name the participant: the reason stays stored.
      </p>
      <FieldError meta={{ errorId, errors }} />
      <textarea
        id={REASON}
        name={REASON}
        rows={2}
        maxLength={500}
        defaultValue={String(reply?.initialValue?.[REASON] ?? '')}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${hintId} ${errorId}` : hintId}
        className="input"
      />
    </div>
  );
}
