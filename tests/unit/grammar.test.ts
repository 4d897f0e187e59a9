import fc from 'fast-check';
import type { Condition } from 'shared/list/filters';
import {
  type FieldKinds,
  type Filter,
  type ListQuery,
  listSearchParams,
  parseListQuery,
} from 'shared/list/grammar';
import { resolveDay, writeRelativeDay } from 'shared/list/relative-days';
import { resolveDays } from 'shared/list/resolve-days';
import { restrictQuery } from 'shared/list/restrict-query';
import { getToday } from 'shared/list/today';
import { describe, expect, it } from 'vitest';

const fields: FieldKinds = {
  user_id: 'number',
  user_username: 'text',
  u_status: 'choice',
  user_createdate: 'date',
};

function parse(search: string) {
  return parseListQuery(new URLSearchParams(search), fields);
}

/** Returns the query of an address that repeats a parameter with this number of values. */
function repeat(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name}=${index}`).join('&');
}

describe('a list address', () => {
  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1e9', 'page'],
    ['page=two', 'page'],
    ['size=100000', 'size'],
    ['size=201', 'size'],
    ['offset=-1&size=20', 'offset'],
    ['offset=x&size=20', 'offset'],
    ['offset=20', 'offset'],
    ['offset=20&size=20&page=1', 'offset'],
    ['sort=user_password', 'sort'],
    ['sort=-', 'sort'],
    ['cols=user_password', 'cols'],
    ['cols=user_id,constructor', 'cols'],
    ['user_password=x', 'user_password'],
    ['user_password.from=2024-01-01', 'user_password.from'],
    ['__proto__=x', '__proto__'],
    ['constructor=x', 'constructor'],
    ['user_createdate=2024-01-01', 'user_createdate'],
    ['user_createdate.from=2024-02-30', 'user_createdate.from'],
    ['user_createdate.from=soon', 'user_createdate.from'],
    ['user_createdate.min=1', 'user_createdate.min'],
    ['user_id.min=NaN', 'user_id.min'],
    ['user_id.max=1e400', 'user_id.max'],
    ['user_id.from=2024-01-01', 'user_id.from'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['user_username=%00', 'user_username'],
    [`u_status.in=${'x'.repeat(201)}`, 'u_status.in'],
    [`user_username.in=a&user_username.in=${'x'.repeat(201)}`, 'user_username.in'],
    ['user_username.in=a&user_username.in=%00', 'user_username.in'],
    [repeat('user_username.in', 31), 'user_username.in'],
    ['user_id.in=1', 'user_id.in'],
    ['user_createdate.in=2024-01-01', 'user_createdate.in'],
    ['user_password.in=a', 'user_password.in'],
    ['user_username.empty=maybe', 'user_username.empty'],
    ['user_password.empty=yes', 'user_password.empty'],
    ['.empty=yes', '.empty'],
    ['user_createdate.to=today-99999d', 'user_createdate.to'],
    ['user_createdate.to=today-d', 'user_createdate.to'],
    ['user_createdate.to=today-30', 'user_createdate.to'],
    ['user_createdate.to=today-1.5d', 'user_createdate.to'],
    ['user_createdate.to=tomorrow', 'user_createdate.to'],
    ['user_createdate.to=Today', 'user_createdate.to'],
    ['user_id.min=today', 'user_id.min'],
    ['u_status.is=Active', 'u_status.is'],
  ])('drops %s and names it', (search, dropped) => {
    expect(parse(search).dropped).toEqual([dropped]);
    expect(parse(search).query.filters).toEqual([]);
  });

  it('keeps its other parameters when it drops some', () => {
    const { query, dropped } = parse('page=2&nonsense=1&u_status=Active&cols=user_id,nonsense');
    expect(dropped).toEqual(['cols', 'nonsense']);
    expect(query.page).toBe(2);
    expect(query.cols).toEqual(['user_id']);
    expect(query.filters).toEqual([{ kind: 'choice', field: 'u_status', equals: 'Active' }]);
  });

  it('reads an address that has all kinds of parameters', () => {
    const { query, dropped } = parse(
      'page=2&size=20&sort=-user_createdate&cols=user_id,user_username&q=ann&u_status=Active&user_createdate.from=2024-01-01&user_id.min=3',
    );
    expect(dropped).toEqual([]);
    expect(query).toEqual({
      page: 2,
      size: 20,
      sort: { field: 'user_createdate', descending: true },
      cols: ['user_id', 'user_username'],
      q: 'ann',
      filters: [
        { kind: 'choice', field: 'u_status', equals: 'Active' },
        { kind: 'date', field: 'user_createdate', from: '2024-01-01' },
        { kind: 'number', field: 'user_id', min: 3 },
      ],
    });
  });

  it('means the same with columns joined by commas or repeated, as a form without script sends them', () => {
    expect(parse('cols=user_id&cols=u_status').query).toEqual(parse('cols=user_id,u_status').query);
  });

  it('ignores the empty inputs of a form', () => {
    const { query, dropped } = parse(
      'q=&user_username=&user_id.min=&page=&u_status.in=&u_status.empty=',
    );
    expect(dropped).toEqual([]);
    expect(query.filters).toEqual([]);
  });

  it('lists up to 30 values of a field by repeating a parameter, without duplicates and as they are written', () => {
    const field = 'user_username';
    expect(
      parse(`${field}.in=a&${field}.in=a,+b&${field}.in=a&${field}.in=&${field}.in=+c+`),
    ).toEqual({
      query: { ...parse('').query, filters: [{ kind: 'in', field, values: ['a', 'a, b', ' c '] }] },
      dropped: [],
    });
    const { query, dropped } = parse(repeat('user_username.in', 30));
    expect(dropped).toEqual([]);
    expect(query.filters).toMatchObject([{ kind: 'in', values: { length: 30 } }]);
    expect(parse(`${repeat('u_status.in', 30)}&u_status.in=0`).dropped).toEqual([]);
  });

  it('reads a single value of a coded field as a filter for this value, and that of a text as a list', () => {
    expect(parse('u_status.in=Active').query).toEqual(parse('u_status=Active').query);
    expect(parse('user_username.in=ann').query.filters).toEqual([
      { kind: 'in', field: 'user_username', values: ['ann'] },
    ]);
  });

  it('keeps the spaces around the text of .is', () => {
    expect(parse('user_username.is=+ann').query.filters).toEqual([
      { kind: 'exact', field: 'user_username', equals: ' ann' },
    ]);
  });

  it.each(Object.keys(fields))('asks whether %s is empty', (field) => {
    expect(parse(`${field}.empty=yes`).query.filters).toEqual([
      { kind: 'empty', field, empty: true },
    ]);
    expect(parse(`${field}.empty=no`).query.filters).toEqual([
      { kind: 'empty', field, empty: false },
    ]);
  });

  it('can extend a filter to rows without a value, but not to all rows with a value', () => {
    const both = [{ kind: 'in', field: 'u_status', values: ['a', 'b'], orEmpty: true }];
    expect(parse('u_status.in=a&u_status.in=b&u_status.empty=yes').query.filters).toEqual(both);
    expect(parse('u_status.empty=yes&u_status.in=a&u_status.in=b').query.filters).toEqual(both);
    expect(parse('user_id.empty=yes&user_id.min=1&user_id.max=3').query.filters).toEqual([
      { kind: 'number', field: 'user_id', min: 1, max: 3, orEmpty: true },
    ]);
    expect(parse('user_id.empty=no&user_id.min=1').query.filters).toEqual([
      { kind: 'number', field: 'user_id', min: 1 },
    ]);
  });

  it.each([
    ['today', 'today'],
    ['today-30d', 'today-30d'],
    ['today%2B14d', 'today+14d'],
    // The user typed the plus sign into the address bar, which does not encode it.
    ['today+14d', 'today+14d'],
    ['today-007d', 'today-7d'],
    ['today-0d', 'today'],
    ['today-9999d', 'today-9999d'],
  ])('keeps the relative day %s', (written, to) => {
    expect(parse(`user_createdate.to=${written}`).query.filters).toEqual([
      { kind: 'date', field: 'user_createdate', to },
    ]);
  });

  it.each([
    ['today', '2024-03-01'],
    ['today-1d', '2024-02-29'],
    ['today-366d', '2023-03-01'],
    ['today+31d', '2024-04-01'],
    ['2020-02-02', '2020-02-02'],
  ])('resolves %s when the query is run', (to, day) => {
    const { query } = parse('user_createdate.from=today-2d');
    expect(resolveDays(query, '2024-03-01').filters).toEqual([
      { kind: 'date', field: 'user_createdate', from: '2024-02-28' },
    ]);
    expect(resolveDay(to, '2024-03-01')).toBe(day);
  });

  it('takes today from the time zone of the study', () => {
    const late = new Date('2024-03-01T23:30:00Z');
    expect(getToday('Africa/Lusaka', late)).toBe('2024-03-02');
    expect(getToday('America/New_York', late)).toBe('2024-03-01');
  });

  it('reads what it writes, for any query', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 50, unit: 'grapheme' })
      .map((value) => value.trim())
      .filter((value) => value !== '' && value.length <= 200 && !value.includes('\0'));
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const number = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const relativeDay = fc.integer({ min: -9_999, max: 9_999 }).map(writeRelativeDay);
    const chosen = fc.uniqueArray(text, { minLength: 2, maxLength: 30 });
    const condition: fc.Arbitrary<Condition> = fc.oneof(
      text.map((contains) => ({ kind: 'text' as const, field: 'user_username', contains })),
      text.map((equals) => ({ kind: 'exact' as const, field: 'user_username', equals })),
      text.map((equals) => ({ kind: 'choice' as const, field: 'u_status', equals })),
      number.map((min) => ({ kind: 'number' as const, field: 'user_id', min })),
      fc
        .tuple(number, number)
        .map(([min, max]) => ({ kind: 'number' as const, field: 'user_id', min, max })),
      fc
        .tuple(fc.oneof(day, relativeDay), fc.oneof(day, relativeDay))
        .map(([from, to]) => ({ kind: 'date' as const, field: 'user_createdate', from, to })),
      chosen.map((values) => ({ kind: 'in' as const, field: 'u_status', values })),
      chosen.map((values) => ({ kind: 'in' as const, field: 'user_username', values })),
    );
    const filter: fc.Arbitrary<Filter> = fc.oneof(
      condition,
      condition.map((one) => ({ ...one, orEmpty: true as const })),
      fc
        .tuple(fc.constantFrom(...Object.keys(fields)), fc.boolean())
        .map(([field, empty]) => ({ kind: 'empty' as const, field, empty })),
    );
    const size = fc.integer({ min: 1, max: 200 });
    const place = fc.oneof(
      fc.record({
        page: fc.integer({ min: 1, max: 1_000_000 }),
        size: fc.option(size, { nil: undefined }),
      }),
      fc.record({ page: fc.constant(1), offset: fc.nat(), size: fc.integer({ min: 1, max: 202 }) }),
    );
    const rest = fc.record({
      sort: fc.option(
        fc.record({ field: fc.constantFrom(...Object.keys(fields)), descending: fc.boolean() }),
        { nil: undefined },
      ),
      cols: fc.option(fc.uniqueArray(fc.constantFrom(...Object.keys(fields)), { minLength: 1 }), {
        nil: undefined,
      }),
      q: fc.option(text, { nil: undefined }),
      filters: fc.uniqueArray(filter, { selector: ({ field }) => field }),
    });
    fc.assert(
      fc.property(place, rest, (where, what) => {
        const wanted: ListQuery = { ...where, ...what };
        const { query: read, dropped } = parseListQuery(listSearchParams(wanted), fields);
        expect(dropped).toEqual([]);
        expect(read).toEqual(wanted);
      }),
    );
  });

  it('keeps for another list the parameters that this list would read from it', () => {
    const other: FieldKinds = { user_id: 'text', user_username: 'choice', u_status: 'text' };
    const own = fc.constantFrom(...Object.keys(fields), 'unknown', 'constructor');
    const condition: fc.Arbitrary<Condition> = fc.oneof(
      own.map((field) => ({ kind: 'text' as const, field, contains: 'a' })),
      own.map((field) => ({ kind: 'exact' as const, field, equals: 'b' })),
      own.map((field) => ({ kind: 'choice' as const, field, equals: 'c' })),
      own.map((field) => ({ kind: 'number' as const, field, min: 1, max: 3 })),
      own.map((field) => ({ kind: 'date' as const, field, from: '2024-01-01', to: '2024-02-01' })),
      own.map((field) => ({ kind: 'in' as const, field, values: ['d'] })),
      own.map((field) => ({ kind: 'in' as const, field, values: ['e', ' f'] })),
    );
    const filter: fc.Arbitrary<Filter> = fc.oneof(
      condition,
      condition.map((one) => ({ ...one, orEmpty: true as const })),
      own.map((field) => ({ kind: 'empty' as const, field, empty: false })),
    );
    const query: fc.Arbitrary<ListQuery> = fc.record({
      page: fc.constant(3),
      size: fc.constant(20),
      sort: own.map((field) => ({ field, descending: true })),
      cols: fc.uniqueArray(own, { minLength: 1 }),
      q: fc.constant('d'),
      filters: fc.uniqueArray(filter, { selector: ({ field }) => field }),
    });
    for (const kinds of [fields, other])
      fc.assert(
        fc.property(query, (wanted) => {
          const read = parseListQuery(listSearchParams(wanted), kinds).query;
          expect(restrictQuery(wanted, kinds)).toEqual(read);
        }),
      );
  });

  it('never throws, whatever the address', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        parseListQuery(new URLSearchParams(pairs), fields);
      }),
    );
  });
});
