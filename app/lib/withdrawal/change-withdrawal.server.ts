import { listMentions, mentions } from 'shared/erasure/person';
import { getToday } from 'shared/list/today';
import { toText } from 'shared/list/values';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import { failWith, type Result, succeeded } from 'shared/result';
import { participant } from '../core/entities/participant';
import { toAuditText } from '../core/form/to-audit-text';
import type { ApiResult } from '../core/host/api-result';
import type { ChangeEntry, StoreWithChange } from '../core/host/change-entry';
import { getApiHost } from '../core/host/host.server';
import { makeChange, makeOwnChange } from '../core/host/make-change.server';
import { countWrite } from '../core/host/writes.server';
import { describeRecord } from '../core/records/describe-record.server';
import { config } from '../core/server/config.server';
import { getErasure } from '../erasure/get-erasure.server';
import { planRemoteReturn, planRemoteWithdrawal } from './plan-remote-withdrawal.server';

/** The title of the pages and of the audit entries. */
export const WITHDRAWAL_TITLE = 'Withdrawal of a participant';
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
  /** Stores what else belongs to the change. */
  alsoStore?: StoreWithChange;
}

/**
 * Withdraws a participant, or takes the withdrawal back. Adds the change to the audit log and to the history of the
 * participant. The panel itself keeps the withdrawals of a host that has no field for them.
 */
export async function changeWithdrawal(given: WithdrawalChange): Promise<ApiResult<unknown>> {
  const { id, username, reason, withdrawnOn, formerReason, key, isCommand, alsoStore } = given;
  const isTakenBack = withdrawnOn !== '';
  const name = describeRecord(participant, id);
  const suffix = (isCommand ? ' with a command' : '') + (reason && `: ${toAuditText(reason)}`);
  const entry: ChangeEntry = {
    ...{ username, title: WITHDRAWAL_TITLE, action: 'Update' },
    attempt: isTakenBack ? `Taking back the withdrawal of ${name}` : `Withdrawing ${name}`,
    describe: () =>
      isTakenBack ? `Took back the withdrawal of ${name}${suffix}` : `Withdrew ${name}${suffix}`,
  };
  const stored = isTakenBack ? null : toAuditText(reason) || null;
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
  if (!getApiHost().answersQueries) {
    const planned = isTakenBack
      ? { ok: true as const, value: await planRemoteReturn(id) }
      : await planRemoteWithdrawal(id, { day: today, reason: stored });
    if (!planned.ok) return planned;
    await makeOwnChange({ ...entry, description: entry.describe([]) }, change, async (db) => {
      await planned.value(db);
      await alsoStore?.(db, []);
    });
    // Lists that were loaded before the commit are loaded again.
    countWrite();
    return succeeded;
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
      alsoStore,
    },
  );
}

/** Checks a reason of a withdrawal, which may be empty. Fails with the message for its field. */
export async function checkWithdrawalReason(
  reason: string,
  id: string,
): Promise<Result<unknown, string>> {
  if (reason.length > MAX_REASON)
    return failWith(`The reason must have ${MAX_REASON} characters or fewer`);
  if (!reason) return succeeded;
  const found = await getErasure().findPerson(id);
  if (!found.ok) return failWith(NOT_COMPARED);
  const isNamed = found.value && mentions(reason, listMentions(found.value.person));
  return isNamed ? failWith(NAMES_PERSON) : succeeded;
}
