import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { FieldKind } from './grammar';
import { toText } from './to-text';

export { fold } from './fold';
export { toText } from './to-text';

/** A value as filters and sorts compare it. It is null if the value is empty or cannot be read. */
export type Comparable = string | number | null;

/** Returns a host's value as filters and sorts compare values of this kind. */
export function toComparable(kind: FieldKind, raw: unknown, timeZone: string): Comparable {
  switch (kind) {
    case 'number':
      return toNumber(raw);
    case 'date':
      return normalizeDate(raw, timeZone);
    case 'text':
    case 'choice':
      return toText(raw) || null;
  }
}

/** Returns a finite number, or null if the value is empty or not a number. */
export function toNumber(raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(raw)) return null;
  const number = Number(raw);
  return Number.isFinite(number) ? number : null;
}

/**
 * Returns a host's date as `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` in the study's time zone, or null if it cannot
 * be read. A date without a time zone is already in the study's time zone (wire.md, Envelope).
 */
export function normalizeDate(raw: unknown, timeZone: string): string | null {
  const text = toText(raw).trim();
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(?: ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?)?$/i.exec(
      text,
    );
  if (!match) return null;
  const [, day = '', minutes, seconds = ':00', zone] = match;
  const instant = new Date(`${day}T${minutes ?? '00:00'}${seconds}${readZone(zone)}`);
  if (Number.isNaN(instant.getTime()) || (!zone && !instant.toISOString().startsWith(day)))
    return null;
  if (minutes === undefined) return day;
  if (!zone) return `${day} ${minutes}${seconds}`;
  return format(new TZDate(instant.getTime(), timeZone), 'yyyy-MM-dd HH:mm:ss');
}

/** Returns a zone as `Date` reads it. PostgreSQL and other databases write +02, +0200 or UTC. */
function readZone(zone = 'Z'): string {
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
