import { randomUUID } from 'node:crypto';
import { data, redirect } from '@remix-run/node';
import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { noteRows } from '../access/note-access.server';
import { toPublicPath } from '../addresses/public-path.server';
import { getEntity } from '../entities';
import { getDetailPath } from '../entities/record-paths';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { audit } from '../host/audit.server';
import { describeRequestError } from '../host/describe-error';
import { findInList } from '../list/find-in-list.server';
import { describeRecord } from '../records/describe-record.server';
import { nameRecord } from '../records/name-record';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';
import { changeWithdrawal, findReasonProblem, TITLE } from './change-withdrawal.server';
import type { WithdrawalQuestion, WithdrawalReply } from './withdrawal-view';

const participant = getEntity('participant');
const CHANGED =
  'Somebody else has changed this since the page was opened. Nothing was changed. Check the question below.';

/** Loads the page that asks before a participant is withdrawn, or before their withdrawal is taken back. */
export async function askWithdrawal({ user }: SignedIn, id: string): Promise<WithdrawalQuestion> {
  audit({
    ...{ username: user.username, title: TITLE, action: 'View' },
    description: `Viewed ${TITLE}: ${describeRecord(participant, id)}`,
  });
  const row = await requireParticipant(id);
  const columns = participant.list.columns.filter(({ field }) => field === participant.label);
  noteRows(user, 'Form', participant, [row], columns);
  const path = toPublicPath(getDetailPath(participant, id));
  const seen = toText(row[WITHDRAWN_ON]);
  const name = nameRecord(participant, row, id);
  return {
    title: TITLE,
    heading: seen ? `Take back the withdrawal of ${name}?` : `Withdraw ${name}?`,
    trail: [
      { title: participant.title, href: participant.list.path },
      { title: 'Participant', href: path },
      { title: 'Withdrawal' },
    ],
    backHref: path,
    token: randomUUID(),
    seen,
    withdrawnOn: seen ? formatDate(seen, 'date', 'UTC') : undefined,
  };
}

/**
 * Withdraws a participant or takes the withdrawal back, as the page asked, only once per token. Redirects to the page of
 * the participant. If nothing was changed, returns the reason and what was typed.
 */
export async function answerWithdrawal(signedIn: SignedIn, request: Request, id: string) {
  const form = await readForm(request, { fields: ['reason', 'seen', formInputs.token] });
  const reason = String(form.get('reason') ?? '').trim();
  const withdrawnOn = String(form.get('seen') ?? '');
  const reply = (errors: WithdrawalReply['errors'], status: number) =>
    data<WithdrawalReply>({ errors, reason }, status);
  const submission = {
    token: form.get(formInputs.token),
    owner: getUserKey(signedIn.user),
    content: ['withdrawal', id, withdrawnOn, reason],
  };
  return withIdempotencyKey(submission, async (key) => {
    const row = await requireParticipant(id);
    if (toText(row[WITHDRAWN_ON]) !== withdrawnOn) return reply({ form: CHANGED }, 409);
    const problem = await findReasonProblem(reason, id);
    if (problem) return reply({ reason: problem }, 400);
    const { username } = signedIn.user;
    const made = await changeWithdrawal({
      ...{ id, username, reason, withdrawnOn, key },
      formerReason: toText(row[WITHDRAWAL_REASON]),
    });
    if (!made.ok)
      return reply(
        { form: describeRequestError(made.error, 'Nothing was changed. Try again.') },
        409,
      );
    const text = withdrawnOn ? 'The withdrawal was taken back' : 'The participant was withdrawn';
    await signedIn.toast({ kind: 'success', text });
    return redirect(toPublicPath(getDetailPath(participant, id)));
  });
}

/** Returns a participant. Throws a 404 response if there is none, and a 502 response if they cannot be read. */
async function requireParticipant(id: string): Promise<Row> {
  const found = await findInList(participant, id);
  if (!found.ok)
    throw new Response('The participant could not be loaded. Nothing was changed.', {
      status: 502,
    });
  if (!found.value) throw new Response('There is no participant at this address.', { status: 404 });
  return found.value;
}
