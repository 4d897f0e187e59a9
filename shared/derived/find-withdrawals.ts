import type { Row } from '../list/memory';
import { toText } from '../list/values';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from '../list/withdrawn';
import { forEachPart, readNumber, type Study, type Withdrawal } from './rows';

/**
 * Returns the first withdrawal of the participants with a study number, by study number. Participants with the same
 * study number are one person.
 */
export async function findWithdrawals(
  participants: readonly Row[],
  study: Pick<Study, 'withdrawals'>,
): Promise<Map<string, Withdrawal>> {
  const found = new Map<string, Withdrawal>();
  await forEachPart(participants, (row) => {
    const number = readNumber(row);
    const own = readWithdrawal(row, study);
    if (number === '' || !own) return;
    const other = found.get(number);
    if (!other || own.day < other.day) found.set(number, own);
  });
  return found;
}

/** Returns the withdrawal of the participant of a row. Ignores others with the same study number. */
export function readWithdrawal(
  row: Row,
  { withdrawals }: Pick<Study, 'withdrawals'>,
): Withdrawal | undefined {
  if (withdrawals) return withdrawals.get(toText(row.id));
  const day = toText(row[WITHDRAWN_ON]);
  return day === '' ? undefined : { day, reason: toText(row[WITHDRAWAL_REASON]) || null };
}
