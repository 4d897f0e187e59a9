import type { Figure } from './grammar';

/** The numbers of a set of rows from which every figure can be computed. */
export interface Aggregate {
  /** The number of rows. */
  rows: number;
  /** The number of rows whose field has a number. */
  n: number;
  /** The sum of these numbers. */
  sum: number;
  min: number | null;
  max: number | null;
}

/** The number of decimal places of a sum. Filters of numbers have as many. */
const DECIMALS = 6;

export function makeAggregate(): Aggregate {
  return { rows: 0, n: 0, sum: 0, min: null, max: null };
}

/** Adds the rows of another set to a set. */
export function addTo(target: Aggregate, { rows, n, sum, min, max }: Aggregate): void {
  target.rows += rows;
  target.n += n;
  target.sum += sum;
  if (min !== null && (target.min === null || min < target.min)) target.min = min;
  if (max !== null && (target.max === null || max > target.max)) target.max = max;
}

/** Returns the aggregate of several sets of rows. */
export function merge(sets: Iterable<Aggregate>): Aggregate {
  const merged = makeAggregate();
  for (const set of sets) addTo(merged, set);
  return roundSum(merged);
}

/** Rounds the sum, which otherwise depends on the order in which the numbers were added. */
export function roundSum(aggregate: Aggregate): Aggregate {
  return { ...aggregate, sum: Number(aggregate.sum.toFixed(DECIMALS)) };
}

/**
 * Returns the figure of a set of rows, or null if it has none, such as the average of no numbers. A share is a
 * percentage of `total`, the number of all rows.
 */
export function getFigure(aggregate: Aggregate, figure: Figure, total: number): number | null {
  const { rows, n, sum } = aggregate;
  switch (figure.kind) {
    case 'count':
      return rows;
    case 'share':
      return total === 0 ? null : (100 * rows) / total;
    case 'sum':
      return n === 0 ? null : sum;
    case 'avg':
      return n === 0 ? null : sum / n;
    default:
      return aggregate[figure.kind];
  }
}
