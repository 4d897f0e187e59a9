import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import { getTreatment, isPersonal } from '~/lib/core/entities/treatment';
import { getAgeBand } from '~/lib/export/pseudonyms/age-band';
import { MAX_SHIFT, makePseudonyms } from '~/lib/export/pseudonyms/pseudonyms';
import { shiftDate } from '~/lib/export/pseudonyms/shift-date';
import { RootKey } from '../../shared/keys/key-ring';

const ZONE = 'Africa/Lusaka';
const own = makePseudonyms(new RootKey('a'.repeat(32)));
const other = makePseudonyms(new RootKey('b'.repeat(32)));

describe('the treatment of columns', () => {
  it('never keeps a value that identifies people, except free text on request', () => {
    const kept = entities.flatMap(({ name, list }) =>
      list.columns
        .filter(({ identifying }) => identifying !== false)
        .map((column) => ({ field: `${name}.${column.field}`, column }))
        .filter(({ column }) => ['unchanged', 'shifted'].includes(getTreatment(column, true))),
    );
    expect(kept.map(({ field }) => field)).toEqual([]);
    const texts = entities.flatMap(({ list }) =>
      list.columns.filter((column) => getTreatment(column, false) === 'text'),
    );
    expect(texts).toEqual([]);
  });

  it('replaces the ids of all records', () => {
    const keys = entities
      .filter(({ list }) => isPersonal(list))
      .flatMap(({ name, key, list }) => {
        const column = list.columns.find(({ field }) => field === key);
        return column ? [[name, getTreatment(column, true)]] : [];
      });
    expect(keys.length).toBeGreaterThan(15);
    for (const [name, treatment] of keys)
      expect([name, ['record', 'person'].includes(treatment ?? '')]).toEqual([name, true]);
  });

  it('shifts all dates', () => {
    const dates = entities.flatMap(({ list }) =>
      list.columns.filter(({ kind, identifying }) => kind === 'date' && identifying === false),
    );
    expect(dates.length).toBeGreaterThan(20);
    expect(new Set(dates.map((column) => getTreatment(column, true)))).toEqual(
      new Set(['shifted']),
    );
  });

  it('leaves lists without personal data as they are', () => {
    const plain = entities.filter(({ list }) => !isPersonal(list)).map(({ name }) => name);
    expect(plain.sort()).toEqual([
      ...['color', 'country', 'data-dictionary', 'facility', 'notification', 'quiz', 'resource'],
      ...['sign-in-log', 'sms-category', 'sms-message'],
    ]);
  });
});

describe('pseudonyms', () => {
  it('depend on the key, the kind and the name', () => {
    const all = [
      ...[own.getPerson('study number 1'), own.getPerson('study number 2')],
      ...[own.getPerson('phone 1'), other.getPerson('study number 1')],
      ...[own.getRecord('participant', '1'), own.getRecord('phone', '1')],
      ...[own.getRecord('participant', '11'), own.getRecord('participant1', '1')],
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(own.getPerson('study number 1')).toBe(own.getPerson('study number 1'));
    expect(all[0]).toMatch(/^p[0-9a-f]{16}$/);
  });

  it('order items regardless of their first order', async () => {
    const items = Array.from({ length: 5_000 }, (_, index) => String(index));
    const ordered = await own.arrange('participant', items, String);
    expect(await own.arrange('participant', items.toReversed(), String)).toEqual(ordered);
    expect(ordered).not.toEqual(items);
    expect(await other.arrange('participant', items, String)).not.toEqual(ordered);
    expect(ordered.toSorted()).toEqual(items.toSorted());
  });
});

describe('the shift of dates', () => {
  it('is up to a year in both directions, and evenly spread', () => {
    const shifts = Array.from({ length: 20_000 }, (_, index) => own.getShift(String(index)));
    expect(Math.min(...shifts)).toBe(-MAX_SHIFT);
    expect(Math.max(...shifts)).toBe(MAX_SHIFT);
    const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length;
    expect(Math.abs(mean)).toBeLessThan(8);
  });

  it('keeps the intervals of a person and the times of day', () => {
    const day = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, day, fc.integer({ min: -MAX_SHIFT, max: MAX_SHIFT }), (a, b, days) => {
        const [from = '', to = ''] = [a, b].map((date) => date.toISOString().slice(0, 10));
        const between = (x: string, y: string) => Date.parse(y) - Date.parse(x);
        const shifted = [shiftDate(from, days, ZONE), shiftDate(to, days, ZONE)] as const;
        expect(between(...shifted)).toBe(between(from, to));
        expect(between(from, shifted[0])).toBe(days * 86_400_000);
        expect(shiftDate(`${from} 14:30:05`, days, ZONE)).toBe(`${shifted[0]} 14:30:05`);
      }),
    );
  });

  it.each([['0000-01-02'], ['Mutinta, last week'], [''], [null], ['2026-02-30']])(
    'leaves out %j',
    (raw) => {
      expect(shiftDate(raw, -MAX_SHIFT, ZONE)).toBe('');
    },
  );
});

describe('age bands', () => {
  it.each([
    ['2012-03-05', '2026-03-05', 'under 15'],
    ['2011-03-05', '2026-03-05', '15 to 19'],
    ['2006-03-06', '2026-03-05', '15 to 19'],
    ['2006-03-05', '2026-03-05', '20 to 24'],
    ['1976-03-06', '2026-03-05', '45 to 49'],
    ['1930-01-01', '2026-03-05', '50 or over'],
    ['', '2026-03-05', ''],
    ['2001-01-01', '', ''],
    ['2027-01-01', '2026-03-05', ''],
  ])('of a person born on %s, on %s: %s', (birthday, day, band) => {
    expect(getAgeBand(birthday, day, ZONE)).toBe(band);
  });
});
