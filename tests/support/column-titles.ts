/** Returns the titles of a list's columns. The titles are links that sort. Omits their text for screen readers. */
export function columnTitles(heads: Iterable<Element>): string[] {
  return [...heads].flatMap((head) => {
    const link = head.querySelector('a')?.cloneNode(true) as Element | undefined;
    for (const hidden of link?.querySelectorAll('.sr-only') ?? []) hidden.remove();
    return link?.textContent?.trim() ?? [];
  });
}
