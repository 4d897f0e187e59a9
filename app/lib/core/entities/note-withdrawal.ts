import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { WITHDRAWN_ON } from 'shared/list/withdrawn';

/** Returns the note beside a study number whose participant has withdrawn. */
export function noteWithdrawal(row: Row): string | undefined {
  return toText(row[WITHDRAWN_ON]) === '' ? undefined : 'Withdrawn';
}
