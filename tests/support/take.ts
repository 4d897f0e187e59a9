type Tuple<Item, Count extends number, Made extends Item[] = []> = Made['length'] extends Count
  ? Made
  : Tuple<Item, Count, [...Made, Item]>;

/** Returns the first `count` items of a list. Throws an error if it has fewer items. */
export function take<Item, Count extends number>(
  list: ArrayLike<Item>,
  count: Count,
): Tuple<Item, Count> {
  if (list.length < count) throw new Error(`${count} were expected, and there are ${list.length}.`);
  // The cast is correct because the length was checked, but the type of a slice does not include it.
  return Array.from(list).slice(0, count) as Tuple<Item, Count>;
}
