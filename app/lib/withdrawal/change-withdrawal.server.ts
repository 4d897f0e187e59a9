import { listMentions, mentions } from 'shared/erasure/person';
import { getToday } from 'shared/list/today';
import { toText } from 'shared/list/values';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { participant } from '../entities/participant';
import { getErasure } from '../erasure/get-erasure.server';
import { NoAnswerError } from '../erasure/no-answer-error';
import { toOneLine } from '../export/read-order.server';
import type { ApiResult } from '../host/api-result';
import type { ChangeEntry } from '../host/change-entry';
import { makeChange, makeOwnChange } from '../host/make-change.server';
import { getHostListPath } from '../list/host-list-path.server';
import { derivesFields } from '../list/list-abilities.server';
import { describeRecord } from '../records/describe-record.server';
import { config } from '../server/config.server';
import { planRemoteReturn, planRemoteWithdrawal } from './plan-remote-withdrawal.server';

/** The title of the pages and of the audit entries. */
export const TITLE = 'Withdrawal of a participant';
/** The maximum number of characters of a reason. */
const MAX_REASON = 500;
const NAMES_PERSON = 'The reason must not name the participant, because the audit log keeps it';
const NOT_COMPARED =
  'The API host did not send the records of the participant, with which the reason is compared. Try again, or give no reason';

interface WithdrawalChange {
  /** The id of the participant. */
  id: string;
  username: string;
  /** The reason for the audit log. That of a withdrawal is also stored with the participant. May be empty. */
  reason: string;
  /** The day of the withdrawal that is taken back. Empty if the participant withdraws. */
  withdrawnOn: string;
  /** The reason of the withdrawal that is taken back. */
  formerReason?: string;
  /** True if the change is made with a command, whose user names themselves. */
  isCommand?: boolean;
  key?: string;
}

/**
 * Withdraws a participant, or takes the withdrawal back. Adds the change to the audit log and to the history of the
 * participant. The panel itself keeps the withdrawals of a host that has no field for them.
 */
export async function changeWithdrawal(given: WithdrawalChange): Promise<ApiResult<unknown>> {
  const { id, username, reason, withdrawnOn, formerReason, key, isCommand } = given;
  const isTakenBack = withdrawnOn !== '';
  const name = describeRecord(participant, id);
  const suffix = (isCommand ? ' with a command' : '') + (reason && `: ${toOneLine(reason)}`);
  const entry: ChangeEntry = {
    ...{ username, title: TITLE, action: 'Update' },
    attempt: isTakenBack ? `Taking back the withdrawal of ${name}` : `Withdrawing ${name}`,
    describe: () =>
      isTakenBack ? `Took back the withdrawal of ${name}${suffix}` : `Withdrew ${name}${suffix}`,
  };
  const stored = isTakenBack ? null : toOneLine(reason) || null;
  const describeDay = (day: string) =>
    [
      { field: WITHDRAWN_ON, before: withdrawnOn || null, after: day || null },
      { field: WITHDRAWAL_REASON, before: formerReason || null, after: stored },
    ].filter(({ before, after }) => before !== after);
  const today = isTakenBack ? '' : getToday(config.STUDY_TIME_ZONE);
  const change = {
    ...{ entity: participant.name, recordId: id, username, action: 'Update' as const },
    fields: describeDay(today),
  };
  const path = getHostListPath(participant);
  if (path === undefined || !derivesFields(path)) {
    const planned = isTakenBack
      ? { ok: true as const, value: await planRemoteReturn(id) }
      : await planRemoteWithdrawal(id, { day: today, reason: stored });
    if (!planned.ok) return planned;
    const store = async () => ({ ok: true as const, value: await planned.value() });
    return makeOwnChange([entry], store, { change });
  }
  return makeChange(
    [entry],
    (host, options) =>
      host.change(
        `participant/${isTakenBack ? 'return' : 'withdraw'}`,
        { uid: id, ...(stored !== null && { ureason: stored }) },
        options,
      ),
    {
      key,
      history: {
        change,
        complete: ([item]) => ({ fields: describeDay(toText(item?.[WITHDRAWN_ON])) }),
      },
    },
  );
}

/** Returns the reason why a text is no valid reason of a withdrawal, or undefined if it is one. It may be empty. */
export async function findReasonProblem(reason: string, id: string): Promise<string | undefined> {
  if (reason.length > MAX_REASON) return `The reason must have ${MAX_REASON} characters or fewer`;
  if (!reason) return undefined;
  try {
    const found = await getErasure().findPerson(id);
    return found && mentions(reason, listMentions(found.person)) ? NAMES_PERSON : undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return NOT_COMPARED;
    throw error;
  }
}
