import type { Row } from 'shared/list/memory';
import { identifyAuthor } from '../messenger/find-parties.server';
import type { ListRow } from './list-row';

/**
 * Returns the rows of messages with the side of each, as in the transcript, and a mark for each row that has the same
 * author as the row before it. `records` are the messages from which the rows were built.
 */
export function markRuns(
  rows: readonly ListRow[],
  records: readonly Row[],
  right: string | undefined,
): ListRow[] {
  let last: string | undefined;
  return rows.map((row, index) => {
    const author = identifyAuthor(records[index] ?? {});
    const continues = author !== '' && author === last;
    last = author;
    const side = author !== '' && author === right ? 'right' : 'left';
    return { ...row, side, ...(continues && { continues }) };
  });
}
