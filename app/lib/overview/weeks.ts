import { findPeriod, getPeriod } from 'shared/list/summary/periods';
import type { Card, CardFigure } from './card';

/** The number of weeks that a card shows. The last one is the present week. */
export const WEEKS = 26;

/** Returns the summary of the rows by weeks, as the address of a list. */
export function buildWeeksFigure(
  { list, field }: NonNullable<Card['weeks']>,
  today: string,
): Pick<CardFigure, 'list' | 'query'> {
  const { from } = getPeriod(findPeriod(today, 'week') - WEEKS + 1, 'week');
  return { list, query: `${field}.from=${from}&${field}.to=${today}&by=${field}.week` };
}

/** Returns the index of the week of a day, among the weeks that end with the one of `today`. */
export function findWeek(day: string, today: string): number {
  return WEEKS - 1 + findPeriod(day, 'week') - findPeriod(today, 'week');
}
