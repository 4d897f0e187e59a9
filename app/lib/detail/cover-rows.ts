/** A page of a list, and the index of its first row in the whole list, starting at 0. */
export interface CoveringPage {
  page: number;
  size: number;
  offset: number;
}

/**
 * Returns the smallest page that contains the rows with the indexes `first` to `last`, both inclusive. Its size is at
 * most `max`. Returns undefined if no such page exists.
 */
export function coverRows(first: number, last: number, max: number): CoveringPage | undefined {
  for (let size = last - first + 1; size <= max; size += 1) {
    const index = Math.floor(first / size);
    if (index === Math.floor(last / size)) return { page: index + 1, size, offset: index * size };
  }
  return undefined;
}
