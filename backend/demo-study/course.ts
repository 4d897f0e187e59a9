import type { DemoDates } from 'shared/demo/dates';
import { makeChance } from 'shared/demo/random';

const SEED = 20_261_125;
/** The number of days of the study. */
const DAYS = 600;

/** The distribution of the events of the study over its days. A day is the number of days before the last one. */
export interface Course {
  dates: DemoDates;
  /** Returns the day after which this share of the events happens, from 0 to 1. */
  findDay(share: number): number;
  /** Returns the share of the events that happens on this day or later. */
  computeShare(day: number): number;
}

/**
 * Distributes events as in a study that grows: few in the first months, few on weekends and in the holidays, and more
 * in some weeks than in others. During a pause, given by its first and its last day, there are none.
 */
export function planCourse(
  dates: DemoDates,
  pause?: readonly [first: number, last: number],
): Course {
  const chance = makeChance(SEED);
  let sum = 0;
  let ofWeek = 1;
  const sums = Array.from({ length: DAYS + 1 }, (_, day) => {
    if (day % 7 === 0) ofWeek = 0.7 + 0.6 * chance.next();
    const isPaused = pause !== undefined && day <= pause[0] && day >= pause[1];
    if (!isPaused) sum += ofWeek * weighDay(dates.getDayBefore(day)) * weighAge(1 - day / DAYS);
    return sum;
  });
  return {
    dates,
    findDay: (share) => {
      const day = sums.findIndex((later) => later > share * sum);
      return day === -1 ? DAYS : day;
    },
    computeShare: (day) => (sums[day] ?? sum) / sum,
  };
}

/** Weighs a part of the study, from 0 for its first day to 1 for its last one. */
function weighAge(part: number): number {
  const grown = Math.min(1, part / 0.8);
  return 0.08 + 0.92 * grown ** 2 * (3 - 2 * grown);
}

function weighDay(day: string): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return ([0.1, 1, 1, 1.1, 1, 0.8, 0.3][weekday] ?? 1) * weighSeason(day.slice('YYYY-'.length));
}

/** Weighs a day of the year, given as `MM-DD`, by the public holidays and the holidays of schools. */
function weighSeason(day: string): number {
  if (day >= '12-18' || day <= '01-06') return 0.12;
  if (day >= '04-08' && day <= '04-21') return 0.4;
  return day >= '08-08' && day <= '08-21' ? 0.45 : 1;
}
