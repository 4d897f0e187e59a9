/** The titles of a list's columns, which are links that sort, without what is said to screen readers only. */
export function columnTitles(heads: Iterable<Element>): string[] {
  return [...heads].flatMap((head) => {
    const link = head.querySelector('a')?.cloneNode(true) as Element | undefined;
    for (const hidden of link?.querySelectorAll('.sr-only') ?? []) hidden.remove();
    return link?.textContent?.trim() ?? [];
  });
}
