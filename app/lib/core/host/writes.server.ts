let count = 0;

/** Returns the number of requests by which this process has, or may have, changed data on the API host. */
export function getWriteCount(): number {
  return count;
}

/** Counts a change, which makes all earlier cached lists out of date. */
export function countWrite(): void {
  count += 1;
}
