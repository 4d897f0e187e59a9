import { findLabel } from '../bands';
import { type FollowUpDates, findAppointment, getFollowUpBands } from '../follow-up-state';
import type { Row } from '../list/memory';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from '../list/withdrawn';
import { findSign, getProblemBands, participantDates, participantProblems } from './data-problems';
import { findWithdrawals, readWithdrawal } from './find-withdrawals';
import { forEachPart, readNumber, readSpelling, type Study, type WritableRow } from './rows';

/**
 * Writes the derived fields into rows of participants, as the embedded host computes them in SQL
 * (backend/derived/derived-sql.ts). Without follow-ups, the fields that need them are null.
 */
export async function deriveParticipants(
  rows: readonly WritableRow[],
  followUps: readonly Row[] | undefined,
  study: Study,
): Promise<void> {
  const { today, timeZone } = study;
  const found = new Map<string, FollowUpDates[]>();
  await forEachPart(followUps ?? [], (row) => {
    const number = readNumber(row);
    if (number === '') return;
    const dates = { next: row.next_checkin_date, uploaded: row.record_upload_date };
    const others = found.get(number);
    if (others) others.push(dates);
    else found.set(number, [dates]);
  });
  const counts = new Map<string, number>();
  await forEachPart(rows, (row) => {
    const spelling = readSpelling(row);
    if (spelling !== '') counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  });
  const withdrawals = await findWithdrawals(rows, study);
  const states = getFollowUpBands(today);
  const problems = getProblemBands(participantProblems, today);
  await forEachPart(rows, (row) => {
    const number = readNumber(row);
    const followUpsOfNumber = found.get(number) ?? [];
    const { latest, open } = findAppointment(row.next_date, followUpsOfNumber, timeZone);
    const isDuplicate = (counts.get(readSpelling(row)) ?? 0) > 1;
    row.n_followups = followUps ? followUpsOfNumber.length : null;
    row.due_date = followUps ? latest : null;
    row.followup_state = followUps ? findLabel(open, states) : null;
    const own = readWithdrawal(row, study);
    const first = withdrawals.get(number) ?? own;
    row[WITHDRAWN_ON] = first?.day ?? null;
    row[WITHDRAWAL_REASON] = first?.reason ?? own?.reason ?? null;
    row.data_problem = findLabel(findSign(row, participantDates, isDuplicate, timeZone), problems);
  });
}
