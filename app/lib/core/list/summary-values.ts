import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { Summary } from 'shared/list/summary/grammar';
import type { ShownValue } from '../access/shown-accounts';

/** Returns the values that the groups of a summary stand for. */
export function listGroupValues(
  { by }: Summary,
  { rows, columns = [] }: SummaryResult,
): ShownValue[] {
  return [rows, columns].flatMap((groups, dimension) => {
    const field = by[dimension]?.field ?? '';
    return groups.flatMap((group) => (group.kind === 'value' ? { field, value: group.value } : []));
  });
}
