import { getCollectionProps, getSelectProps, useForm } from '@conform-to/react';
import { Form, useActionData } from '@remix-run/react';
import type { FormReply } from '~/lib/form/form-view';
import type { MailStatus as Status } from '~/lib/weekly-mail/load-mail-settings.server';
import { weekdays } from '~/lib/weekly-mail/weekly-mail';
import { Icon } from '../icon';
import { buildSummary, ErrorSummary } from '../record-form/error-summary';
import { FieldError } from '../record-form/field-error';
import { MailStatus } from './mail-status';

interface MailFormProps {
  status: Status;
  weekday: string;
  administrators: readonly { id: string; username: string; isChosen: boolean }[];
  /** The reason that the administrators could not be listed. */
  error?: string;
  /** True if the signed-in administrator gets the mail. */
  getsMail: boolean;
  /** The maximum number of recipients. */
  limit: number;
}

/** Renders the form in which administrators choose who gets the weekly mail. */
export function MailForm(props: MailFormProps) {
  const { status, weekday, administrators, error, getsMail, limit } = props;
  const reply = useActionData<FormReply>();
  const [form, fields] = useForm<{ weekday: string; recipients: string[] }>({
    id: 'weekly-mail',
    lastResult: reply,
    shouldValidate: 'onSubmit',
    defaultValue: {
      weekday,
      recipients: administrators.flatMap(({ id, isChosen }) => (isChosen ? [id] : [])),
    },
  });
  const names = new Map(administrators.map(({ id, username }) => [id, username]));
  const boxes = getCollectionProps(fields.recipients, {
    type: 'checkbox',
    options: [...names.keys()],
  });
  const errors = buildSummary(form.errors ?? [], [fields.recipients, fields.weekday]);
  return (
    <>
      <ErrorSummary errors={errors} reply={reply} />
      <MailStatus status={status} />
      <p className="mb-4">
        The mail has the figures of the home page. It has no names, and hides numbers of only a few
        records. If you choose nobody, no mail is sent.
      </p>
      {error && <p role="status">{error}</p>}
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="card grid gap-4 p-4 sm:p-6"
      >
        <fieldset id={fields.recipients.id} tabIndex={-1}>
          <legend className="font-semibold">Administrators who get the mail</legend>
          <p className="mb-2 text-sm text-muted">
            Up to {limit} active administrators with an e-mail address.
          </p>
          <FieldError meta={fields.recipients} />
          <div className="grid gap-2">
            {boxes.map(({ key, value, ...box }) => (
              <div key={key} className="flex items-center gap-2">
                <input {...box} value={value} className="h-4 w-4 shrink-0" />
                <label htmlFor={box.id} className="min-w-0 break-words">
                  {names.get(value ?? '')}
                </label>
              </div>
            ))}
          </div>
        </fieldset>
        <div>
          <FieldError meta={fields.weekday} />
          <label htmlFor={fields.weekday.id} className="font-semibold">
            Day of the week
          </label>
          <select
            {...getSelectProps(fields.weekday)}
            key={fields.weekday.key}
            className="input max-w-44"
          >
            {weekdays.map((day, index) => (
              <option key={day} value={index + 1}>
                {day}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button-primary justify-self-start">
          <Icon name="save" /> Save
        </button>
      </Form>
      {getsMail && (
        <Form method="post" className="mt-4">
          <button type="submit" name="intent" value="leave" className="button">
            Stop mailing me
          </button>
        </Form>
      )}
    </>
  );
}
