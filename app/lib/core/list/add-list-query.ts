/**
 * Adds a list's query to the address of a record's page, so that the page can link back to the same view of the
 * list.
 */
export function addListQuery(path: string, search: string): string {
  return search ? `${path}?list=${encodeURIComponent(search)}` : path;
}
