import type { Chance } from './random';

/** The fictitious present of the demo, in milliseconds since 1970. The dates of the demo are relative to it. */
export const REFERENCE = Date.UTC(2026, 9, 31, 16, 0, 0);
const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns a stamp `YYYY-MM-DD HH:MM:SS` that is `days` before the reference, plus `seconds`. Stamps are in the
 * local time of the study, so no time zone is needed.
 */
export function getDaysBefore(days: number, seconds = 0): string {
  return new Date(REFERENCE - days * DAY + seconds * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

/** Returns the date `YYYY-MM-DD` that is `days` before the reference. */
export function getDayBefore(days: number): string {
  return getDaysBefore(days).slice(0, 10);
}

/** Returns a random stamp between 08:00 and 16:00, at most `days` before the reference. */
export function pickTime(chance: Chance, days: number): string {
  return getDaysBefore(chance.between(0, days), chance.between(-8 * 3600, 0));
}

/** Returns an invalid or unusual date, as a wrong clock or a typing error may produce. */
export function makeOddDate(chance: Chance): string {
  return chance.pick([
    '0000-00-00',
    '31/12/2024',
    'unknown',
    '2024-02-30',
    '',
    '2025-13-01 10:00:00',
  ]);
}
