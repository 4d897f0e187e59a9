import { Form } from '@remix-run/react';
import type { describeMail } from './weekly-mail.server';

type MailFormProps = Awaited<ReturnType<typeof describeMail>>;

/** Renders the state of the weekly mail, and the button by which an administrator gets it or no longer gets it. */
export function MailForm({ recipients, canSend, newest, isRecipient }: MailFormProps) {
  return (
    <Form method="post" className="grid justify-items-start gap-4">
      <p>The mail has the figures of the home page, without names and small numbers.</p>
      <p>Administrators who get the weekly mail: {recipients}.</p>
      {!canSend && (
        <p className="text-warn">
          No mail is sent until PUBLIC_URL and OVERVIEW_SECONDS are set on the server.
        </p>
      )}
      {newest && <p>{newest}</p>}
      <button type="submit" name="intent" value={isRecipient ? 'leave' : 'join'} className="button">
        {isRecipient ? 'Stop mailing me' : 'Mail me every week'}
      </button>
    </Form>
  );
}
