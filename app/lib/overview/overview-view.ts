/** A card of the home page as it is shown. */
export interface CardView {
  name: string;
  title: string;
  figures: { label: string; text: string; href: string }[];
  weeks?: WeeksView;
  first?: { href: string; rows: { name: string; when: string }[] };
  /** The time of the figures in words. Undefined if they have never been computed. */
  asOf?: string;
  /** The fate of figures from before an erasure, in words. Undefined for others. */
  outdated?: string;
  /** True if the figures are being computed now and the page should show them soon. */
  isAwaited?: boolean;
  /** The text of the card until its figures have been computed. */
  notYet: string;
  /** The reason that the latest figures could not be computed. */
  problem?: string;
}

/** The next time that the home page loads figures that are being computed. */
export interface AwaitedFigures {
  seconds: number;
  /** The address with the figures. Undefined if the page has been loaded often enough. */
  href?: string;
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
