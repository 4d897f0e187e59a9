import { Form, Link } from '@remix-run/react';
import { formInputs } from '~/lib/form/form-view';
import type { WithdrawalQuestion, WithdrawalReply } from '~/lib/withdrawal/withdrawal-view';
import { ReasonField } from '../erasure/reason-field';
import { PageHead } from '../page-head';

/** Renders the page that asks before a participant is withdrawn, or before their withdrawal is taken back. */
export function WithdrawalPage({
  view,
  reply,
}: {
  view: WithdrawalQuestion;
  reply?: WithdrawalReply;
}) {
  const { heading, backHref, token, seen, withdrawnOn } = view;
  const { form, reason } = reply?.errors ?? {};
  return (
    <div className="max-w-xl">
      <PageHead title={heading} backHref={backHref} backTitle="Participant" error={form} />
      <Form method="post" className="card p-5">
        {withdrawnOn ? (
          <p>
            The participant withdrew on {withdrawnOn}. When you take this back, lists, summaries,
            searches, figures and exports have the participant and their follow-ups again.
          </p>
        ) : (
          <p>
            The participant’s records are kept. Lists, summaries, searches, the figures of the home
            page and exports leave out the participant and their follow-ups, unless users ask for
            withdrawn participants. You can take this back.
          </p>
        )}
        <input type="hidden" name={formInputs.token} value={token} />
        <input type="hidden" name="seen" value={seen} />
        <ReasonField value={reply?.reason} error={reason} isOptional />
        <div className="mt-5 flex flex-wrap gap-2">
          <button type="submit" className={withdrawnOn ? 'button-primary' : 'button-danger'}>
            {withdrawnOn ? 'Take back the withdrawal' : 'Withdraw'}
          </button>
          <Link to={backHref} className="button">
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  );
}
