import type { Chance } from './random';

const DAY = 24 * 60 * 60 * 1000;

/** The dates of the demo study. Its present is 16:00 of the day before it is made, so that all its events are over. */
export interface DemoDates {
  /** The day on which the study is made, as `YYYY-MM-DD`. */
  today: string;
  /**
   * Returns a stamp `YYYY-MM-DD HH:MM:SS` that is `days` before the present of the study, plus `seconds`. Stamps are
   * in the local time of the study, so no time zone is needed.
   */
  getDaysBefore(days: number, seconds?: number): string;
  /** Returns the date `YYYY-MM-DD` that is `days` before the present of the study. */
  getDayBefore(days: number): string;
  /** Returns a random stamp between 08:00 and 16:00, at most `days` before the present of the study. */
  pickTime(chance: Chance, days: number): string;
  /**
   * Returns the time that is `days` before 10:00 UTC of the day before. That time is over in all time zones. `days`
   * may be a fraction.
   */
  getMomentBefore(days: number): Date;
}

/** Creates the dates of a study that is made on a day, given as `YYYY-MM-DD`. */
export function makeDemoDates(today: string): DemoDates {
  const present = Date.parse(`${today}T16:00:00Z`) - DAY;
  const getDaysBefore = (days: number, seconds = 0) =>
    new Date(present - days * DAY + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return {
    today,
    getDaysBefore,
    getDayBefore: (days) => getDaysBefore(days).slice(0, today.length),
    pickTime: (chance, days) =>
      getDaysBefore(chance.between(0, days), chance.between(-8 * 3600, 0)),
    getMomentBefore: (days) => new Date(Math.round(present - DAY / 4 - days * DAY)),
  };
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
