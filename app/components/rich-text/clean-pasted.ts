import { isAllowedImage } from 'shared/rich-text/image-address';
import { buildLists } from './word-lists';

/** HTML for the editor, and the number of pictures that it lacks. */
interface CleanedPaste {
  html: string;
  leftOut: number;
}

/** Matches HTML that Word or Outlook has put on the clipboard. */
const OFFICE = /\bclass=["']?Mso|\bmso-|urn:schemas-microsoft-com:office/i;
/** The maximum number of characters of pasted HTML that is changed: the form takes no more. */
const MAX = 4_000_000;
/** Matches the styles that stay. Fonts and sizes of Word are those of its template. */
const KEPT_STYLE = /(?<=^|;)\s*(text-align|color)\s*:([^;]*)/gi;
/** Matches the colours that Word writes for text without a colour. */
const NO_COLOUR = /^(windowtext|black|#000000|rgb\(0, 0, 0\))$/i;

/**
 * Returns pasted HTML for the editor. Lists, headings and tables of Word, which are paragraphs with styles of its own,
 * become those of the editor. Leaves out pictures that are not uploaded files, because they are on the user's computer or
 * on another site. `imageFolder` is the address below which uploads are.
 */
export function cleanPasted(html: string, imageFolder?: string): CleanedPaste {
  if (html.length > MAX) return { html, leftOut: 0 };
  const isOffice = OFFICE.test(html);
  if (!isOffice && !/<img\b/i.test(html)) return { html, leftOut: 0 };
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const leftOut = removePictures(body, imageFolder);
  if (!isOffice) return { html: leftOut === 0 ? html : writeContent(body), leftOut };
  removeOfficeParts(body);
  renameHeadings(body);
  buildLists(body);
  for (const cell of body.querySelectorAll('thead td')) rename(cell, 'th');
  cleanAttributes(body);
  return { html: writeContent(body), leftOut };
}

/** Returns the content of an element as HTML. */
function writeContent(body: HTMLElement): string {
  const serializer = new XMLSerializer();
  return [...body.childNodes].map((node) => serializer.serializeToString(node)).join('');
}

/** Removes the pictures that the text cannot have, and returns their number. */
function removePictures(body: HTMLElement, imageFolder?: string): number {
  const foreign = [...body.querySelectorAll('img')].filter(
    ({ attributes }) =>
      !isAllowedImage(
        { src: attributes.getNamedItem('src')?.value, alt: attributes.getNamedItem('alt')?.value },
        imageFolder,
      ),
  );
  for (const image of foreign) image.remove();
  return foreign.length;
}

/** Removes comments, and elements of other namespaces such as `o:p` and `v:shape`. The text of `o:` and `st1:` stays. */
function removeOfficeParts(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  for (const element of [...body.querySelectorAll('*')]) {
    const name = element.localName;
    if (/^(style|script|xml|meta|link|title)$|^[vwm]:/.test(name)) element.remove();
    else if (name.includes(':')) element.replaceWith(...element.childNodes);
  }
}

/** Makes headings of the paragraphs that Word shows as titles, or as parts of the outline. */
function renameHeadings(body: HTMLElement): void {
  for (const paragraph of [...body.querySelectorAll('p')]) {
    const style = paragraph.getAttribute('style') ?? '';
    const level = /^MsoTitle/.test(paragraph.className)
      ? 1
      : /^MsoSubtitle/.test(paragraph.className)
        ? 2
        : Number(
            /mso-outline-level:\s*([1-9])/i.exec(style)?.[1] ??
              /^MsoHeading([1-9])/.exec(paragraph.className)?.[1],
          );
    if (level) rename(paragraph, `h${Math.min(level, 5)}`);
  }
  for (const heading of [...body.querySelectorAll('h6')]) rename(heading, 'h5');
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes)
    renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function cleanAttributes(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    const kept = [...(element.getAttribute('style') ?? '').matchAll(KEPT_STYLE)]
      .filter(([, , value = '']) => !NO_COLOUR.test(value.trim()))
      .map(([, name, value = '']) => `${name}: ${value.trim()}`);
    for (const { name } of [...element.attributes])
      if (/^(class|style|lang|align|valign|width|height)$|:/.test(name))
        element.removeAttribute(name);
    if (kept.length > 0) element.setAttribute('style', kept.join('; '));
  }
}
