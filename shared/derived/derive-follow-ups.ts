import { findLabel } from '../bands';
import { toDay } from '../follow-up-state';
import type { Row } from '../list/memory';
import { toNumber } from '../list/values';
import { WITHDRAWN_ON } from '../list/withdrawn';
import { findSign, followUpDates, followUpProblems, getProblemBands } from './data-problems';
import { findDoneAppointments, type UploadedFollowUp } from './find-done';
import { findWithdrawals } from './find-withdrawals';
import { forEachPart, readNumber, type Study, type WritableRow } from './rows';

interface Found extends UploadedFollowUp {
  row: WritableRow;
}

/** The records of one study number. */
interface Case {
  followUps: Found[];
  appointments: string[];
  hasParticipant: boolean;
}

/**
 * Writes the derived fields into rows of follow-ups, as the embedded host computes them in SQL
 * (backend/derived/derived-sql.ts). Without participants, the fields are null.
 */
export async function deriveFollowUps(
  rows: readonly WritableRow[],
  participants: readonly Row[] | undefined,
  study: Study,
): Promise<void> {
  const { today, timeZone } = study;
  const cases = new Map<string, Case>();
  const findCase = (row: Row) => {
    const number = readNumber(row);
    const known = cases.get(number) ?? { followUps: [], appointments: [], hasParticipant: false };
    cases.set(number, known);
    return known;
  };
  await forEachPart(participants ?? [], (row) => {
    const found = findCase(row);
    found.hasParticipant = readNumber(row) !== '';
    found.appointments.push(...[toDay(row.next_date, timeZone) ?? []].flat());
  });
  let order = 0;
  await forEachPart(rows, (row) => {
    order += 1;
    row.appointment_done = null;
    findCase(row).followUps.push({
      row,
      next: toDay(row.next_checkin_date, timeZone),
      uploaded: toDay(row.record_upload_date, timeZone),
      order: toNumber(row.id) ?? order,
    });
  });
  const problems = getProblemBands(followUpProblems, today);
  const withdrawals = await findWithdrawals(participants ?? [], study);
  await forEachPart([...cases], ([number, { followUps, appointments, hasParticipant }]) => {
    for (const { row } of followUps) {
      const sign = findSign(row, followUpDates, !hasParticipant, timeZone);
      row[WITHDRAWN_ON] = withdrawals.get(number)?.day ?? null;
      row.data_problem = participants ? findLabel(sign, problems) : null;
    }
    if (number === '' || !participants) return;
    for (const [{ row }, day] of findDoneAppointments(followUps, appointments))
      row.appointment_done = day;
  });
}
