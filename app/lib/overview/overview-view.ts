/** A card of the home page as it is shown. */
export interface CardView {
  name: string;
  title: string;
  figures: { label: string; text: string; href: string }[];
  weeks?: WeeksView;
  first?: { href: string; rows: { name: string; when: string }[] };
  /** The time of the figures in words. Undefined if they have never been computed. */
  asOf?: string;
  /** The text of the card until its figures have been computed. */
  notYet: string;
  /** The reason that the latest figures could not be computed. */
  problem?: string;
}

export interface WeeksView {
  href: string;
  /** The numbers of rows of the weeks, in the order of time. */
  counts: number[];
  /** The number that each week needs to reach the target. Undefined if no target is set. */
  needed?: number;
  /** The sentence that compares the total with the target. */
  note?: string;
}
