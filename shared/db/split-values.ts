/** The maximum number of values in one condition of a query: both databases allow more. */
const MAX_VALUES = 5_000;

/** Splits values into parts, each of which can stand in one condition of a query. */
export function splitValues<T>(values: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < values.length; start += MAX_VALUES)
    parts.push(values.slice(start, start + MAX_VALUES));
  return parts;
}
