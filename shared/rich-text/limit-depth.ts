/** The maximum nesting depth of elements. Texts from the editor are nested far less deeply. */
const MAX_DEPTH = 200;
const VOID = new Set(['br', 'hr', 'col', 'img', 'input', 'wbr']);
/** The elements that end where a sibling with the same name begins. */
const ENDS_AT_NEXT = new Set(['p', 'li', 'tr', 'td', 'th', 'dd', 'dt', 'option']);

/**
 * Returns the HTML without the tags of elements that are nested deeper than MAX_DEPTH, but with their text.
 * Deep nesting must be limited, because the parser's time grows with the square of the depth.
 */
export function limitDepth(html: string): string {
  const open: string[] = [];
  const dropped = new Map<string, number>();
  // Without the lookahead, a name that is not closed would be tried in all its lengths, which takes quadratic time.
  const tags = /<(\/?)([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi;
  return html.replace(tags, (tag, end: string, written: string) => {
    const name = written.toLowerCase();
    if (VOID.has(name)) return tag;
    const drops = dropped.get(name) ?? 0;
    if (end) {
      if (drops > 0) {
        dropped.set(name, drops - 1);
        return '';
      }
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      return tag;
    }
    if (open.at(-1) === name && ENDS_AT_NEXT.has(name)) return tag;
    if (open.length < MAX_DEPTH) {
      open.push(name);
      return tag;
    }
    dropped.set(name, drops + 1);
    return '';
  });
}
