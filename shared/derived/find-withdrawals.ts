import { toText } from '../list/values';
import { WITHDRAWN_ON } from '../list/withdrawn';
import { forEachPart, type Row, readNumber } from './rows';

/**
 * Returns the first day on which a participant with a study number withdrew, by study number. Participants with the
 * same study number are one person.
 */
export async function findWithdrawals(participants: readonly Row[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await forEachPart(participants, (row) => {
    const number = readNumber(row);
    const day = toText(row[WITHDRAWN_ON]);
    if (number === '' || day === '') return;
    const other = found.get(number);
    if (other === undefined || day < other) found.set(number, day);
  });
  return found;
}
