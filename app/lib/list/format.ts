import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { normalizeDate, toNumber, toText } from 'shared/list/values';
import { describeSize } from 'shared/size-in-words';
import type { Column } from '../entities/entity';
import { isFileAddress } from '../entities/file-address';
import { config } from '../server/config.server';
import type { Cell, Mark, Tint } from './list-view';

/** A row's value as the list shows it. An unreadable date is shown as it came (wire.md). */
export function formatValue(column: Column, row: Row, timeZone: string): string {
  const raw = row[column.field];
  if (column.format === 'date' || column.format === 'date-time') {
    return formatDate(raw, column.format, timeZone);
  }
  const bytes = column.format === 'file-size' ? toNumber(raw) : null;
  return bytes === null ? toText(raw) : describeSize(bytes);
}

/**
 * Returns a row's value as files have it: as the list shows it, but dates as `2026-03-05`, or `2026-03-05 14:30` in
 * the study's time zone. An unreadable date stays as it came.
 */
export function formatExported(column: Column, row: Row, timeZone: string): string {
  const { format, field } = column;
  if (format !== 'date' && format !== 'date-time') return formatValue(column, row, timeZone);
  const pattern = format === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm';
  return normalizeDate(row[field], timeZone)?.slice(0, pattern.length) ?? toText(row[field]);
}

export function formatCell(column: Column, row: Row, timeZone: string): Cell {
  const text = formatValue(column, row, timeZone);
  if (column.format === 'file') return buildFileCell(column, row, text);
  const href = column.link?.(row);
  const tint = column.format === 'color' ? getTint(text) : undefined;
  const mark = column.format === 'score' ? getScoreMark(row[column.field]) : undefined;
  const note = column.note?.(row);
  // A link without words could not be followed.
  const shown = text || (href ? '—' : '');
  return href || tint || mark || note ? { text: shown, href, tint, mark, note } : text;
}

function buildFileCell(column: Column, row: Row, text: string): Cell {
  const file = column.link?.(row);
  if (!file || !isFileAddress(file)) return text;
  return { text, file, image: /\.(png|jpe?g|gif|webp)$/i.test(file) };
}

/** Green at or above the pass mark, red below (product-spec.md §9); no score has no mark. */
export function getScoreMark(raw: unknown): Mark | undefined {
  const score = toNumber(raw);
  if (score === null) return undefined;
  return score >= config.QUIZ_PASS_MARK ? 'good' : 'bad';
}

/** A hex colour as a background, with black or white text, whichever reads better on it. */
export function getTint(code: string): Tint | undefined {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(code.trim())?.[1];
  if (!hex) return undefined;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return { background: `#${full}`, text: computeLuminance(full) > 0.179 ? '#000000' : '#ffffff' };
}

/** Relative luminance, WCAG 2.2; above 0.179 black has the better contrast. */
function computeLuminance(hex: string): number {
  const channel = (start: number) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}
