/**
 * Normalises the values of fields. Forms, imports, filters and searches normalise what enters them, so that one value
 * has one spelling. Values that are already stored are not rewritten; `getValueKey` finds those that differ only in
 * their spelling.
 */

/**
 * The kinds of values, which decide how they are normalised. `verbatim` is for HTML, JSON and the addresses of files,
 * of which only the spaces at the ends are removed.
 */
export type ValueKind =
  | 'identifier'
  | 'phone number'
  | 'answer'
  | 'date'
  | 'number'
  | 'name'
  | 'free text'
  | 'verbatim';

/** The kinds whose signs have one spelling: look-alikes of ASCII become ASCII. */
const formal: ReadonlySet<ValueKind> = new Set(['identifier', 'phone number', 'date', 'number']);
/** The kinds in which no invisible sign has a meaning. In the others, some belong to an emoji or to a script. */
const plain: ReadonlySet<ValueKind> = new Set([...formal, 'answer']);

const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** Control characters but NUL, which fields refuse, and the tab and the line end, which are spaces. */
const CONTROL = /(?![\0\t\n])\p{Cc}/gu;
/** Zero-width spaces, marks of direction, soft hyphens, byte-order marks and the like. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** Joiners, variation selectors and tags, which are invisible but can change the sign before them. */
const MODIFIER = '\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0020}-\\u{E007F}\\u{E0100}-\\u{E01EF}';
const USELESS = new RegExp(`(?![${MODIFIER}])${INVISIBLE.source}`, 'gu');
/** The signs that a modifier can change. */
const MODIFIED = `\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Script=Han}${[
  ...['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Malayalam'],
  ...['Myanmar', 'Nko', 'Oriya', 'Sinhala', 'Syriac', 'Tamil', 'Telugu'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')}`;
const STRAY_MODIFIERS = new RegExp(
  `(?<![${MODIFIED}${MODIFIER}])[${MODIFIER}]+(?![${MODIFIER}\\u20E3])`,
  'gu',
);
const SPACE = /\p{Zs}/gu;
const NO_BREAK_HYPHEN = /\u2011/g;
/** Dashes, hyphens and minus signs. */
const DASH = /[\p{Dash_Punctuation}\u02D7\u2043\u207B\u208B\u2212]/gu;
/** The wide forms of the visible ASCII characters, which East Asian keyboards type. */
const WIDE = /[\uFF01-\uFF5E]/g;
const WIDE_OFFSET = 0xfee0;

/**
 * Returns the value in the spelling of its kind: Unicode form NFC, no invisible characters, ordinary spaces and line
 * ends, none of them at the ends, and in all kinds but free text, no line ends and no spaces in series. Identifiers,
 * phone numbers, dates and numbers contain ordinary hyphens. Keeps NUL and lone surrogates, which fields refuse.
 * Normalising a normalised value does not change it.
 */
export function normalizeValue(kind: ValueKind, value: string): string {
  if (kind === 'verbatim') return value.trim();
  // Most values need nothing else.
  if (/^(?:[!-~]+(?: [!-~]+)*)?$/.test(value)) return value;
  const lines = value
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .replace(SPACE, ' ')
    .normalize('NFC');
  const visible = plain.has(kind) ? lines.replace(INVISIBLE, '') : removeStraySigns(lines);
  const hyphened = visible.replace(NO_BREAK_HYPHEN, '-');
  const text = (formal.has(kind) ? toAscii(hyphened) : hyphened).normalize('NFC');
  const spaced =
    kind === 'free text'
      ? text.replace(/(?<![ \t])[ \t]+(?=\n)/g, '')
      : text.replace(/[ \t\n]+/g, ' ');
  return spaced.replace(/^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/g, '');
}

/**
 * Returns the text by which values of a kind are compared: values that differ only in case, in spaces or in look-alikes
 * of hyphens have the same. Identifiers are compared without any spaces, and phone numbers without letters by their
 * digits and a leading + or 00. Verbatim values are compared as they are.
 */
export function getValueKey(kind: ValueKind, value: string): string {
  const text = normalizeValue(kind, value);
  if (kind === 'verbatim') return text;
  const folded = text
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .toLowerCase()
    .replace(/\s+/g, kind === 'identifier' ? '' : ' ')
    .normalize('NFC');
  if (kind !== 'phone number' || !/^[\d\s+()\-./]+$/.test(folded)) return folded;
  const digits = folded.replace(/\D/g, '');
  if (digits === '') return folded;
  return /^[\s(]*\+/.test(folded) ? `+${digits}` : digits.replace(/^00/, '+');
}

function removeStraySigns(text: string): string {
  return text.replace(USELESS, '').replace(STRAY_MODIFIERS, '');
}

function toAscii(text: string): string {
  return text
    .replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - WIDE_OFFSET))
    .replace(DASH, '-');
}
