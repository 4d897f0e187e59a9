/** Separates an id of the host from the place of an earlier record that had it. No id contains this character. */
const SEPARATOR = '\u001f';

/** Returns the id by which the panel names the record that had this id of the host in the given place, from 1. */
export function nameEarlier(id: string, place: number): string {
  return `${id}${SEPARATOR}${place}`;
}

/** Returns the id of the host and the place of an earlier record, or undefined for any other id. */
export function parseEarlier(recordId: string): { id: string; place: number } | undefined {
  const end = recordId.lastIndexOf(SEPARATOR);
  return end < 0
    ? undefined
    : { id: recordId.slice(0, end), place: Number(recordId.slice(end + 1)) };
}

/** Returns the first place that no earlier record with this id of the host has. */
export async function findFreePlace(
  id: string,
  isTaken: (name: string) => boolean | Promise<boolean>,
): Promise<number> {
  let place = 1;
  while (await isTaken(nameEarlier(id, place))) place += 1;
  return place;
}
