import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeAge } from '../../shared/compute-age';
import {
  DUE_DAYS,
  type FollowUpDates,
  findDueFollowUp,
  followUpStates,
} from '../../shared/follow-up-state';
import { getToday } from '../../shared/list/today';

const timeZone = 'Africa/Lusaka';
const study = { today: '2026-11-23', timeZone };

const find = (next: unknown, ...followUps: [next: unknown, uploaded: unknown][]) =>
  findDueFollowUp(
    next,
    followUps.map(([day, uploaded]): FollowUpDates => ({ next: day, uploaded })),
    study,
  );

describe('the next follow-up of a participant', () => {
  it.each([null, undefined, '', '31/12/2026', '0000-00-00', '2026-02-30', 'unknown'])(
    'is none for the date %j, which cannot be read',
    (date) => {
      expect(find(date, [date, date])).toEqual({ state: 'none', day: null });
    },
  );

  it.each([
    ['2026-11-22', 'overdue'],
    ['2026-11-22 23:59:59', 'overdue'],
    ['2026-11-23', 'due'],
    ['2026-11-23 00:00:00', 'due'],
    ['2026-12-07', 'due'],
    ['2026-12-07 23:59:59', 'due'],
    ['2026-12-08', 'later'],
    ['2026-12-08 00:00:00', 'later'],
  ])('for the appointment %s is %s', (appointment, state) => {
    const day = appointment.slice(0, 10);
    expect(find(appointment)).toEqual({ state, day });
    expect(find(null, [appointment, '2026-10-01'])).toEqual({ state, day });
  });

  // Midnight in Lusaka is 22:00 UTC of the day before.
  it.each([
    ['2026-11-22T21:59:59Z', 'overdue', '2026-11-22'],
    ['2026-11-22T22:00:00Z', 'due', '2026-11-23'],
    ['2026-12-07T21:59:59Z', 'due', '2026-12-07'],
    ['2026-12-07T22:00:00Z', 'later', '2026-12-08'],
    ['2026-11-23T01:00:00+05:00', 'overdue', '2026-11-22'],
  ])('for the moment %s is %s, on the study’s day %s', (appointment, state, day) => {
    expect(find(appointment)).toEqual({ state, day });
  });

  it('changes at midnight of the study, not of UTC', () => {
    const at = (moment: string) =>
      findDueFollowUp('2026-11-23', [], { timeZone, today: getToday(timeZone, new Date(moment)) });
    expect(at('2026-11-23T21:59:59Z').state).toBe('due');
    expect(at('2026-11-23T22:00:00Z').state).toBe('overdue');
  });

  it('is the latest appointment, whether the participant or a follow-up names it', () => {
    expect(find('2026-12-01', ['2026-11-01', '2026-10-01'])).toMatchObject({ day: '2026-12-01' });
    expect(find('2026-11-01', ['2026-12-01', '2026-10-01'])).toMatchObject({ day: '2026-12-01' });
    expect(find('31/12/2026', ['2026-11-01', null])).toMatchObject({ day: '2026-11-01' });
  });

  it.each([
    ['2026-10-31', 'overdue'],
    ['2026-10-31T21:59:59Z', 'overdue'],
    ['2026-10-31T22:00:00Z', 'none'],
    ['2026-11-01', 'none'],
    ['2026-11-20 10:00:00', 'none'],
    ['unknown', 'overdue'],
  ])('of 1 November, after a follow-up that was uploaded on %s, is %s', (uploaded, state) => {
    expect(find('2026-11-01', [null, uploaded]).state).toBe(state);
    expect(find('2026-11-01', ['2026-10-01', uploaded]).state).toBe(state);
  });

  it('is not fulfilled by the follow-up that names it, however late the app uploads that follow-up', () => {
    expect(find(null, ['2026-11-01', '2026-11-20']).state).toBe('overdue');
    expect(find('2026-11-01', ['2026-11-01', '2026-11-20']).state).toBe('overdue');
  });

  it('does not depend on the order of the follow-ups, and has a day and a matching state unless it is none', () => {
    const offset = fc.integer({ min: -60, max: 60 });
    const date = fc.oneof(
      fc.constant(null),
      offset.map((days) =>
        new Date(Date.parse(study.today) + days * 86_400_000).toISOString().slice(0, 10),
      ),
    );
    const dates = fc.record({ next: date, uploaded: date });
    fc.assert(
      fc.property(date, fc.array(dates, { maxLength: 6 }), (next, followUps) => {
        const due = findDueFollowUp(next, followUps, study);
        expect(findDueFollowUp(next, followUps.toReversed(), study)).toEqual(due);
        expect(followUpStates).toContain(due.state);
        expect(due.day === null).toBe(due.state === 'none');
        if (due.day === null) return;
        const days = (Date.parse(due.day) - Date.parse(study.today)) / 86_400_000;
        const state = days < 0 ? 'overdue' : days <= DUE_DAYS ? 'due' : 'later';
        expect(due.state).toBe(state);
      }),
    );
  });
});

describe('the age', () => {
  it.each([null, '', '31/12/1999', '2000-02-30', '2026-11-24', '1905-11-23', '1900-01-01'])(
    'is not known for the date of birth %j',
    (birthday) => {
      expect(computeAge(birthday, study.today, timeZone)).toBeUndefined();
    },
  );

  it.each([
    ['2006-11-23', 20],
    ['2006-11-24', 19],
    ['2006-11-23T21:59:59Z', 20],
    ['2006-11-23T22:00:00Z', 19],
    ['2026-11-23', 0],
    ['1906-11-23', 120],
  ])('of a person born on %s is %i years', (birthday, age) => {
    expect(computeAge(birthday, study.today, timeZone)).toBe(age);
  });

  it('of a person born on 29 February changes on 1 March', () => {
    expect(computeAge('2008-02-29', '2026-02-28', timeZone)).toBe(17);
    expect(computeAge('2008-02-29', '2026-03-01', timeZone)).toBe(18);
  });
});
