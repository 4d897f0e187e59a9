import type { Chance } from './random';

/** The day the demo was "taken": every date lies before it. */
export const REFERENCE = Date.UTC(2026, 9, 31, 16, 0, 0);
const DAY = 24 * 60 * 60 * 1000;

/**
 * A stamp `YYYY-MM-DD HH:MM:SS` so many days (and seconds) before the reference. Stamps are local
 * to the study whatever its zone, so the wall clock is counted and no zone comes in.
 */
export function getDaysBefore(days: number, seconds = 0): string {
  return new Date(REFERENCE - days * DAY + seconds * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

/** The day alone. */
export function getDayBefore(days: number): string {
  return getDaysBefore(days).slice(0, 10);
}

/** A stamp in daytime, up to so many days before the reference. */
export function pickTime(chance: Chance, days: number): string {
  return getDaysBefore(chance.between(0, days), chance.between(-8 * 3600, 0));
}

/** A date as some phone's clock or some person's thumb left it. */
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
