import type { Filter } from './filters';

/** The field with the day on which the participant of a record withdrew. Lists that have it leave out such records. */
export const WITHDRAWN_ON = 'withdrawn_on';
/** The field of participants with the reason of the withdrawal, in the words of the user who stored it. */
export const WITHDRAWAL_REASON = 'withdrawal_reason';
/** The value of the parameter `withdrawn` with which a list also has the records of withdrawn participants. */
export const INCLUDED = 'included';

/** Returns whether a query asks for the records of withdrawn participants. A filter for their days or
 * reasons asks for them too. */
export function asksForWithdrawn({
  withdrawn,
  filters,
}: {
  withdrawn?: typeof INCLUDED | undefined;
  filters: readonly Filter[];
}): boolean {
  return (
    withdrawn === INCLUDED ||
    filters.some(
      (filter) =>
        [WITHDRAWN_ON, WITHDRAWAL_REASON].includes(filter.field) &&
        !(filter.kind === 'empty' && filter.empty),
    )
  );
}
