import type { Unit } from 'shared/units';

/** A figure on a card of the home page. Its link leads to its list. */
export interface CardFigure {
  label: string;
  /** The path of the list. */
  list: string;
  /** The rows that are counted, or the summary whose total is shown, as the query of the list's address. */
  query: string;
  /** The filters of all rows, if the figure is a percentage of them. */
  shareOf?: string;
  /** The unit of a sum, which is that of the field. */
  unit?: Unit;
  /**
   * The time that the figure covers: `all` if it counts all records up to now, and `days` if it counts those of the
   * latest days. Undefined if it is the number of records that are in a state now.
   */
  span?: 'all' | 'days';
}

export interface Card {
  /** The name under which the figures are stored. It must not change. */
  name: string;
  title: string;
  figures: readonly CardFigure[];
  /** The list whose rows the card counts per week in a bar chart, and the date field to count by. */
  weeks?: { list: string; field: string };
  /**
   * The rows that the card lists: those without a number of days, and then those with the most. The card shows the
   * fields `name` and `days`, and leads to the address.
   */
  first?: { list: string; name: string; days: string; query: string };
  /** True if only users who may decide about accounts see the card. */
  requiresApprovalRight?: boolean;
}
