import { toText } from '../list/values';
import { WITHDRAWN_ON } from '../list/withdrawn';
import { forEachPart, type Row, readNumber, type Study } from './rows';

/**
 * Returns the first day on which a participant with a study number withdrew, by study number. Participants with the
 * same study number are one person.
 */
export async function findWithdrawals(
  participants: readonly Row[],
  study: Pick<Study, 'withdrawals'>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await forEachPart(participants, (row) => {
    const number = readNumber(row);
    const day = readWithdrawal(row, study) ?? '';
    if (number === '' || day === '') return;
    const other = found.get(number);
    if (other === undefined || day < other) found.set(number, day);
  });
  return found;
}

/** Returns the day on which the participant of a row withdrew, or null. Ignores others with the same study number. */
export function readWithdrawal(
  row: Row,
  { withdrawals }: Pick<Study, 'withdrawals'>,
): string | null {
  const day = withdrawals ? withdrawals.get(toText(row.id)) : toText(row[WITHDRAWN_ON]);
  return day || null;
}
