type Tuple<Item, Count extends number, Made extends Item[] = []> = Made['length'] extends Count
  ? Made
  : Tuple<Item, Count, [...Made, Item]>;

/** Returns the first items of a list, for a test that needs so many of them. Throws when there are fewer. */
export function take<Item, Count extends number>(
  list: ArrayLike<Item>,
  count: Count,
): Tuple<Item, Count> {
  if (list.length < count) throw new Error(`${count} were expected, and there are ${list.length}.`);
  // The length is checked, which the type of a slice does not say.
  return Array.from(list).slice(0, count) as Tuple<Item, Count>;
}
