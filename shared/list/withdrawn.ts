import type { Filter } from './filters';

/** The field with the day on which the participant of a record withdrew. Lists that have it leave out such records. */
export const WITHDRAWN_ON = 'withdrawn_on';
/** The value of the parameter `withdrawn` with which a list also has the records of withdrawn participants. */
export const INCLUDED = 'included';

/** Returns whether a query asks for the records of withdrawn participants. A filter for their days asks for them too. */
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
      (filter) => filter.field === WITHDRAWN_ON && !(filter.kind === 'empty' && filter.empty),
    )
  );
}
