/** The number of elements inside each other that a text may have: far more than an editor makes. */
const MAX_DEPTH = 200;
/** Elements that end by themselves: they do not make a text deeper. */
const SELF_ENDING = new Set(
  'p li td th tr tbody thead tfoot colgroup col br hr img input wbr dt dd option'.split(' '),
);

/**
 * Returns the HTML without the tags of elements that stand deeper than 200 others; their text stays. The parser's time
 * grows with the square of the depth.
 */
export function limitDepth(html: string): string {
  let depth = 0;
  let dropped = 0;
  return html.replace(/<(\/?)([a-z][a-z0-9-]*)[^<>]*>/gi, (tag, end: string, name: string) => {
    if (SELF_ENDING.has(name.toLowerCase())) return tag;
    if (!end) {
      if (depth < MAX_DEPTH) depth += 1;
      else dropped += 1;
      return dropped > 0 ? '' : tag;
    }
    if (dropped > 0) {
      dropped -= 1;
      return '';
    }
    depth = Math.max(0, depth - 1);
    return tag;
  });
}
