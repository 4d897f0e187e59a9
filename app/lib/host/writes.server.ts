let count = 0;

/** Returns how often this process has changed, or may have changed, something on the API host. */
export function countWrites(): number {
  return count;
}

/** Marks everything that was loaded before as out of date. */
export function countWrite(): void {
  count += 1;
}
