import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { normalizeDate, toNumber, toText } from 'shared/list/values';
import { describeSize } from 'shared/size-in-words';
import type { Column } from '../entities/column';
import { isFileAddress } from '../entities/file-address';
import { isMasked, mask } from '../masking/mask.server';
import { config } from '../server/config.server';
import type { Cell, Mark, Tint } from './list-row';

/** Returns a row's value as pages show it: like `formatValue`, but masked if MASK_IDENTIFIERS is on. */
export function formatShown(column: Column, row: Row, timeZone: string): string {
  if (column.masked === 'date of birth' && config.MASK_IDENTIFIERS)
    return mask(column, toText(row[column.field]));
  return mask(column, formatValue(column, row, timeZone));
}

/** Returns a row's value as text. A date that cannot be read is returned unchanged (wire.md). */
export function formatValue(column: Column, row: Row, timeZone: string): string {
  const raw = row[column.field];
  if (column.format === 'date' || column.format === 'date-time') {
    return formatDate(raw, column.format, timeZone);
  }
  const bytes = column.format === 'file-size' ? toNumber(raw) : null;
  return bytes === null ? toText(raw) : describeSize(bytes);
}

/**
 * Returns a row's value as exports contain it. Dates are written as `2026-03-05` or, in the study's time zone,
 * `2026-03-05 14:30`; a date that cannot be read is left unchanged. Other values are the same as in the list.
 */
export function formatExported(column: Column, row: Row, timeZone: string): string {
  const { format, field } = column;
  if (format !== 'date' && format !== 'date-time') return formatValue(column, row, timeZone);
  const pattern = format === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm';
  return normalizeDate(row[field], timeZone)?.slice(0, pattern.length) ?? toText(row[field]);
}

/** Returns a row's value as a list shows it, with its link, colour, mark, note or file. */
export function formatCell(column: Column, row: Row, timeZone: string): Cell {
  const text = formatShown(column, row, timeZone);
  if (column.format === 'file') return buildFileCell(column, row, text);
  const link = column.link?.(row);
  // The address of another site would contain what the text hides.
  const href = link?.startsWith('/') || !isMasked(column, row[column.field]) ? link : undefined;
  const tint = column.format === 'color' ? getTint(text) : undefined;
  const mark = column.format === 'score' ? getScoreMark(row[column.field]) : undefined;
  const note = column.note?.(row);
  // Nobody could select a link without text.
  const shown = text || (href ? '—' : '');
  return href || tint || mark || note ? { text: shown, href, tint, mark, note } : text;
}

function buildFileCell(column: Column, row: Row, text: string): Cell {
  const file = column.link?.(row);
  if (!file || !isFileAddress(file)) return text;
  return { text, file, image: /\.(png|jpe?g|gif|webp)$/i.test(file) };
}

/**
 * Returns the mark of a score: `good` at or above the pass mark and `bad` below it (product-spec.md §9).
 * Returns undefined if there is no score.
 */
export function getScoreMark(raw: unknown): Mark | undefined {
  const score = toNumber(raw);
  if (score === null) return undefined;
  return score >= config.QUIZ_PASS_MARK ? 'good' : 'bad';
}

/**
 * Returns the background and the text colour for a hexadecimal colour code. The text is black or white,
 * whichever has the better contrast. Returns undefined if the code is not a colour.
 */
export function getTint(code: string): Tint | undefined {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(code.trim())?.[1];
  if (!hex) return undefined;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return { background: `#${full}`, text: computeLuminance(full) > 0.179 ? '#000000' : '#ffffff' };
}

/** Returns the relative luminance of a colour (WCAG 2.2). Above 0.179, black text has the better contrast. */
function computeLuminance(hex: string): number {
  const channel = (start: number) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}
