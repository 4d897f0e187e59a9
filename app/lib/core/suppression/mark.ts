/** The text that stands in files in place of a figure that is left out. */
export const MARK = '[c]';

/** The sentence about what no single file can prevent. */
const COMPARED =
  'Two files with different filters can together show such a number, as the difference of two figures. Before you share several files, compare them.';

/** Returns the sentence with which a file explains its marks. */
export function explainMarks(least: number): string {
  return `${MARK} stands for a number of fewer than ${least} records, and for figures from which such a number could be computed.`;
}

/** Returns the sentence with which a file explains that it has no groups. */
export function explainWithheld(least: number): string {
  return `The groups are left out, because numbers of fewer than ${least} records could be computed from their figures.`;
}

/** Returns the sentence on a page that explains how its file differs, or undefined if no figure is ever left out. */
export function announceMarks(least: number): string | undefined {
  if (least < 2) return undefined;
  return `In the exported file, numbers of fewer than ${least} records are replaced by ${MARK}, and so are figures from which they could be computed. ${COMPARED}`;
}
