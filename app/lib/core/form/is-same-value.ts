import { normalizeDate } from 'shared/list/values';
import type { FormValue } from 'shared/record-values/form-value';
import { readInput } from 'shared/record-values/record-values';
import type { FormField, ItemsSpec } from '../entities/form-field';

/**
 * Returns whether a host stored the value that was sent to it. Two values count as the same if the form would show them
 * alike, because some hosts return numbers for texts, labels for choices, and dates and HTML in another notation.
 */
export async function isSameValue(
  field: FormField,
  sent: string,
  stored: unknown,
  timeZone: string,
): Promise<boolean> {
  const [mine, theirs] = [readInput(field, sent), readInput(field, stored)];
  if (typeof mine !== 'string' || typeof theirs !== 'string')
    return serializeRows(mine, field.items) === serializeRows(theirs, field.items);
  const a = unifyLineBreaks(mine);
  const b = unifyLineBreaks(theirs);
  if (a === b) return true;
  switch (field.control) {
    case 'rich-text':
      // A much longer text is not the sent one in another notation. It is not sanitized, because that would take long.
      return (
        b.length <= 2 * a.length + SLACK &&
        (await unifyHtml(field, a)) === (await unifyHtml(field, b))
      );
    case 'decimal':
      return a !== '' && b !== '' && Number(a) === Number(b);
    case 'color':
    case 'email':
      return a.toLowerCase() === b.toLowerCase();
    default:
      return isSameDate(a, b, timeZone);
  }
}

function unifyLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** Returns rows as a text for comparison. Omits the ids and positions of rows, which hosts may assign themselves. */
function serializeRows(rows: FormValue, items: ItemsSpec | undefined): string {
  if (typeof rows === 'string') return unifyLineBreaks(rows);
  const names = (items?.inputs ?? []).map(({ name }) => name);
  return JSON.stringify(rows.map((row) => names.map((name) => unifyLineBreaks(row[name] ?? ''))));
}

/** The maximum number of characters by which another notation of the same HTML may exceed twice its length. */
const SLACK = 10_000;

const BLOCK =
  /\s*(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|table|colgroup|col|tbody|tr|th|td|hr|br|img)\b[^<>]*>)\s*/g;

/**
 * Returns sanitized HTML without the spaces that browsers ignore. A single empty paragraph becomes an empty
 * text.
 */
async function unifyHtml({ clean }: FormField, html: string): Promise<string> {
  const text = ((await clean?.(html)) ?? html).replace(/\s+/g, ' ').replace(BLOCK, '$1').trim();
  return text === '<p></p>' ? '' : text;
}

/** Returns whether two texts are the same date. A day equals its midnight. */
function isSameDate(a: string, b: string, timeZone: string): boolean {
  const [mine, theirs] = [a, b].map((text) =>
    normalizeDate(text, timeZone)?.replace(' 00:00:00', ''),
  );
  return mine !== undefined && mine === theirs;
}
