import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { noteRows } from '../core/access/note-access.server';
import { toPublicPath } from '../core/addresses/public-path.server';
import { confirmOnce, readConfirmation, refuseConfirmation } from '../core/confirm/confirm.server';
import type { ConfirmView } from '../core/confirm/confirm-view';
import { getEntity } from '../core/entities';
import { getDetailPath } from '../core/entities/record-paths';
import { audit } from '../core/host/audit.server';
import { describeRequestError } from '../core/host/describe-error';
import { findInList } from '../core/list/find-in-list.server';
import { describeRecord } from '../core/records/describe-record.server';
import { nameRecord } from '../core/records/name-record';
import { refuseAddress } from '../core/records/require-record-id';
import { storeAnswer } from '../core/records/store-answer.server';
import { refuseRequest } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import {
  changeWithdrawal,
  checkWithdrawalReason,
  WITHDRAWAL_TITLE,
} from './change-withdrawal.server';

/** The refusal of the page, for users who are no administrators. */
export const withdrawalRefusal = {
  page: 'The pages that withdraw participants were',
  message: 'Only administrators withdraw participants. Nothing was changed.',
};

const participant = getEntity('participant');
const EFFECT =
  'The participant’s records are kept. Lists, summaries, searches, the figures of the home page and exports leave out the participant and their follow-ups, unless users ask for withdrawn participants. You can take this back.';
const CHANGED =
  'Somebody else has changed this since the page was opened. Nothing was changed. Check the question below.';

/** Loads the page that asks before a participant is withdrawn, or before their withdrawal is taken back. */
export async function askWithdrawal({ user }: SignedIn, id: string): Promise<ConfirmView> {
  audit({
    ...{ username: user.username, title: WITHDRAWAL_TITLE, action: 'View' },
    description: `Viewed ${WITHDRAWAL_TITLE}: ${describeRecord(participant, id)}`,
  });
  const row = await requireParticipant(id);
  const columns = participant.list.columns.filter(({ field }) => field === participant.label);
  noteRows(user, 'Form', participant, [row], columns);
  const path = toPublicPath(getDetailPath(participant, id));
  const seen = toText(row[WITHDRAWN_ON]);
  const name = nameRecord(participant, row, id);
  return {
    title: WITHDRAWAL_TITLE,
    heading: seen ? `Take back the withdrawal of ${name}?` : `Withdraw ${name}?`,
    trail: [
      { title: participant.title, href: participant.list.path },
      { title: 'Participant', href: path },
      { title: 'Withdrawal' },
    ],
    backHref: path,
    token: randomUUID(),
    // So that nobody changes a state that they have not seen.
    hidden: { seen },
    reason: 'optional',
    ...(seen
      ? { verb: 'Take back the withdrawal', notes: [describeReturn(seen)] }
      : { verb: 'Withdraw', isDestructive: true, notes: [EFFECT] }),
  };
}

function describeReturn(withdrawnOn: string): string {
  const day = formatDate(withdrawnOn, 'date', 'UTC');
  return `The participant withdrew on ${day}. When you take this back, lists, summaries, searches, figures and exports have the participant and their follow-ups again.`;
}

/**
 * Withdraws a participant or takes the withdrawal back, as the page asked, only once per token. Redirects to the page of
 * the participant. If nothing was changed, returns the reason and what was typed.
 */
export async function answerWithdrawal(signedIn: SignedIn, request: Request, id: string) {
  const confirmation = await readConfirmation(request, ['reason', 'seen']);
  const { form, reason } = confirmation;
  const withdrawnOn = String(form.get('seen') ?? '');
  const content = ['withdrawal', id, withdrawnOn, reason];
  const path = toPublicPath(getDetailPath(participant, id));
  return confirmOnce(signedIn, confirmation, { content }, async (once) => {
    const row = await requireParticipant(id);
    if (toText(row[WITHDRAWN_ON]) !== withdrawnOn)
      return refuseConfirmation(confirmation, CHANGED, 409);
    const checked = await checkWithdrawalReason(reason, id);
    if (!checked.ok)
      return refuseConfirmation(confirmation, checked.error, 400, { field: 'reason' });
    const text = withdrawnOn ? 'The withdrawal was taken back' : 'The participant was withdrawn';
    const made = await changeWithdrawal({
      ...{ id, username: signedIn.user.username, reason, withdrawnOn, key: once?.key },
      formerReason: toText(row[WITHDRAWAL_REASON]),
      alsoStore: storeAnswer(signedIn, once?.completeWith(path), () => ({ text })),
    });
    if (!made.ok) {
      const failure = describeRequestError(made.error, 'Nothing was changed. Try again.');
      return refuseConfirmation(confirmation, failure, 409);
    }
    return redirect(path);
  });
}

/** Returns a participant. Throws a 404 response if there is none, and a 502 response if they cannot be read. */
async function requireParticipant(id: string): Promise<Row> {
  const found = await findInList(participant, id);
  if (!found.ok) refuseRequest(502, 'The participant could not be loaded. Nothing was changed.');
  if (!found.value) refuseAddress(participant);
  return found.value;
}
