/** A paragraph of a list in HTML of Word. */
interface Item {
  paragraph: Element;
  /** The list and its format: `l0 lfo1`. */
  list: string;
  level: number;
  /** The bullet or number before the text. */
  marker: string;
}

/** Matches the style of a paragraph that is part of a list: `mso-list:l0 level2 lfo1`. */
const LIST = /mso-list:\s*(l\d+)\s+level(\d)\s+(lfo\d+)/i;
/** Word's lists have nine levels. */
const MAX_LEVEL = 9;

/** Replaces the paragraphs that Word shows as lists by lists. */
export function buildLists(body: HTMLElement): void {
  let previous: Item | undefined;
  let open: Element[] = [];
  for (const paragraph of [...body.querySelectorAll('p, h1, h2, h3, h4, h5')]) {
    const item = readItem(paragraph);
    if (!item) continue;
    // A list goes on if nothing but space is between the two items.
    const goesOn = previous !== undefined && open[0] !== undefined && isNext(open[0], paragraph);
    if (!goesOn || (item.level === 1 && previous?.list !== item.list)) open = [];
    open = addItem(item, open);
    previous = item;
  }
}

/** Returns the item of a paragraph, without its marker. Headings with numbers stay headings. */
function readItem(paragraph: Element): Item | undefined {
  const [, list, level, format] = LIST.exec(paragraph.getAttribute('style') ?? '') ?? [];
  const ignored = [...paragraph.querySelectorAll('[style]')].filter((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('style') ?? ''),
  );
  const marker = ignored.map((part) => part.textContent ?? '').join('');
  if (level === undefined) return undefined;
  for (const part of ignored) part.remove();
  if (/^H\d$/.test(paragraph.tagName)) return undefined;
  const depth = Math.min(Math.max(Number(level), 1), MAX_LEVEL);
  return {
    paragraph,
    list: `${list} ${format}`,
    level: depth,
    marker: marker.replace(/[\s\u00a0]+/g, ''),
  };
}

/** Returns whether an element follows another one directly. */
function isNext(list: Element, paragraph: Element): boolean {
  return (
    list.nextElementSibling === paragraph &&
    !(list.nextSibling?.nodeType === 3 && list.nextSibling.textContent?.trim())
  );
}

/** Moves an item into the lists that are open, from the outermost one on. Returns the lists that are open afterwards. */
function addItem({ paragraph, level, marker }: Item, open: Element[]): Element[] {
  const lists = open.slice(0, level);
  const document = paragraph.ownerDocument;
  const kind = readKind(marker);
  const last = lists.at(-1);
  // A bullet after numbers on the same level begins another list.
  if (last && lists.length === level && last.tagName !== kind.name.toUpperCase()) lists.pop();
  while (lists.length < level) {
    const list = document.createElement(lists.length === level - 1 ? kind.name : 'ul');
    if (list.tagName === 'OL')
      for (const [name, value] of Object.entries(kind.attributes)) list.setAttribute(name, value);
    const outer = lists.at(-1);
    if (outer)
      (outer.lastElementChild ?? outer.appendChild(document.createElement('li'))).append(list);
    else paragraph.replaceWith(list);
    lists.push(list);
  }
  const item = document.createElement('li');
  const text = document.createElement('p');
  text.append(...paragraph.childNodes);
  item.append(text);
  paragraph.remove();
  lists.at(-1)?.append(item);
  return lists;
}

/** Returns the kind of list that a marker belongs to. */
function readKind(marker: string): { name: 'ul' | 'ol'; attributes: Record<string, string> } {
  const sign = /^\(?(\d{1,4}|[a-z]|[ivxl]{2,6})[.)]/i.exec(marker)?.[1];
  if (sign === undefined) return { name: 'ul', attributes: {} };
  if (/^\d/.test(sign)) return { name: 'ol', attributes: sign === '1' ? {} : { start: sign } };
  const type = /^[ivxl]/i.test(sign) && (sign.length > 1 || /^i$/i.test(sign)) ? 'i' : 'a';
  return {
    name: 'ol',
    attributes: { type: sign === sign.toLowerCase() ? type : type.toUpperCase() },
  };
}
