import sanitize from 'sanitize-html';
import { alignments, headingLevels, linkSchemes } from './formats';
import { isAllowedImage } from './image-address';
import { limitDepth } from './limit-depth';

const headings = headingLevels.map((level) => `h${level}`);

const allowedTags = [
  'p',
  ...headings,
  ...['strong', 'em', 'u', 's', 'span', 'a', 'br', 'hr'],
  ...['ul', 'ol', 'li', 'blockquote'],
  ...['table', 'colgroup', 'col', 'tbody', 'tr', 'th', 'td'],
  'img',
];

/**
 * The elements that are replaced by another element with the same meaning. The editor replaces them in the same way.
 */
const sameAs: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' };

const align = [new RegExp(`^(${alignments.join('|')})$`)];
const length = [/^\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)$/];
const colour = [
  /^#([0-9a-f]{3}|[0-9a-f]{6})$/i,
  /^rgba?\(\s*\d{1,3}\s*(,\s*[\d.]{1,6}%?\s*){2,3}\)$/,
  /^[a-z]{3,20}$/i,
];
const block = { 'text-align': align };

const options: sanitize.IOptions = {
  allowedTags,
  allowedAttributes: {
    p: ['style'],
    ...Object.fromEntries(headings.map((heading) => [heading, ['style']])),
    span: ['style'],
    a: ['href', 'target', 'rel'],
    ol: ['start', 'type'],
    table: ['style'],
    col: ['style'],
    th: ['colspan', 'rowspan', 'colwidth'],
    td: ['colspan', 'rowspan', 'colwidth'],
    img: ['src', 'alt', 'width'],
  },
  allowedStyles: {
    p: block,
    ...Object.fromEntries(headings.map((heading) => [heading, block])),
    span: {
      color: colour,
      'font-size': length,
      'font-family': [/^[\w\s,'"-]{1,200}$/],
    },
    table: { width: length, 'min-width': length },
    col: { width: length, 'min-width': length },
  },
  selfClosing: ['br', 'hr', 'col', 'img'],
  allowedSchemes: [...linkSchemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  // These elements are removed together with their text. The text of all other elements stays.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'svg'],
  transformTags: {
    ...sameAs,
    // A page that a link opens in a new tab must not get access to the page with the link.
    a: (tagName, attributes) => ({
      tagName,
      attribs: attributes.target
        ? { ...attributes, target: '_blank', rel: 'noopener noreferrer nofollow' }
        : attributes,
    }),
  },
};

/**
 * Returns the HTML with only the elements, attributes and styles that the editor can produce. Keeps the text of removed
 * elements, except for those in `nonTextTags`. Keeps only uploaded images with a text alternative. `imageFolder` is the
 * address below which uploads are.
 */
export function sanitizeHtml(html: string, imageFolder?: string): string {
  const clean = sanitize(limitDepth(html), {
    ...options,
    transformTags: {
      ...options.transformTags,
      img: (tagName, attributes) => ({
        tagName,
        attribs: isAllowedImage(attributes, imageFolder) ? selectWidth(attributes) : {},
      }),
    },
  });
  // The result has this text only where an image was refused, because `<` is escaped in texts and attributes. An
  // `exclusiveFilter` would copy the whole result for each refused image.
  return clean.replaceAll('<img />', '');
}

function selectWidth({ width = '', ...attributes }: sanitize.Attributes): sanitize.Attributes {
  return /^[1-9]\d{0,3}$/.test(width) ? { ...attributes, width } : attributes;
}

const knownTags: ReadonlySet<string> = new Set([
  ...allowedTags,
  ...Object.keys(sameAs),
  ...['thead', 'html', 'head', 'body'],
]);

/** Returns the names of elements of stored HTML that the editor would remove, at most ten. */
export function findForeignParts(html: string, imageFolder?: string): string[] {
  if (hasKnownTagsOnly(html)) return [];
  const found = new Set<string>();
  sanitize(limitDepth(html), {
    allowedTags: false,
    allowedAttributes: {},
    allowVulnerableTags: true,
    onOpenTag: (tag, attributes) => {
      const known = tag === 'img' ? isAllowedImage(attributes, imageFolder) : knownTags.has(tag);
      if (!known) found.add(tag);
    },
  });
  return [...found].slice(0, 10);
}

/**
 * Returns true if every possible start tag has a known name and none is an image. In this case, the HTML need not be
 * parsed, which would take much longer.
 */
function hasKnownTagsOnly(html: string): boolean {
  for (const [, name = ''] of html.matchAll(/<([a-z][^\t\n\f\r />]*)/gi)) {
    const tag = name.toLowerCase();
    // Whether an image is allowed depends on its attributes.
    if (tag === 'img' || !knownTags.has(tag)) return false;
  }
  return true;
}

/**
 * Returns HTML as plain text with one line per block, so that two versions can be compared. Images are shown by their
 * text alternatives.
 */
export function toPlainText(html: string): string {
  const marked = limitDepth(html)
    .replace(/<img\b[^<>]*>/gi, describeImage)
    .replace(/<(br|hr)\b[^<>]*>|<\/(p|h[1-6]|li|tr|div|blockquote)>/gi, '$&\n');
  const text = sanitize(marked, { allowedTags: [], allowedAttributes: {} });
  const plain = text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
  const lines = plain.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join('\n');
}

/** Returns the tag of an image as text: its alternative in brackets, still as HTML. */
function describeImage(tag: string): string {
  const [, inDouble, inSingle] = /\salt=(?:"([^"]*)"|'([^']*)')/i.exec(tag) ?? [];
  const alternative = (inDouble ?? inSingle ?? '').trim();
  return alternative ? `\n[Image: ${alternative}]\n` : '';
}
