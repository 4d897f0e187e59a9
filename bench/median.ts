import { defined } from '../shared/defined';

/** Returns the middle one of an odd number of values. */
export function computeMedian(values: readonly number[]): number {
  return defined([...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]);
}
