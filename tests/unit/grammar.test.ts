import fc from 'fast-check';
import {
  type FieldKinds,
  type Filter,
  type ListQuery,
  listSearchParams,
  parseListQuery,
} from 'shared/list/grammar';
import { restrictQuery } from 'shared/list/restrict-query';
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

describe('a list address', () => {
  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1e9', 'page'],
    ['page=two', 'page'],
    ['size=100000', 'size'],
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
  ])('drops %s and names it', (search, dropped) => {
    expect(parse(search).dropped).toEqual([dropped]);
    expect(parse(search).query.filters).toEqual([]);
  });

  it('keeps what it understands beside what it drops', () => {
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

  it('takes empty inputs of a form as absent', () => {
    expect(parse('q=&user_username=&user_id.min=&page=').dropped).toEqual([]);
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
    const filter: fc.Arbitrary<Filter> = fc.oneof(
      text.map((contains) => ({ kind: 'text' as const, field: 'user_username', contains })),
      text.map((equals) => ({ kind: 'exact' as const, field: 'user_username', equals })),
      text.map((equals) => ({ kind: 'choice' as const, field: 'u_status', equals })),
      number.map((min) => ({ kind: 'number' as const, field: 'user_id', min })),
      fc
        .tuple(number, number)
        .map(([min, max]) => ({ kind: 'number' as const, field: 'user_id', min, max })),
      fc
        .tuple(day, day)
        .map(([from, to]) => ({ kind: 'date' as const, field: 'user_createdate', from, to })),
    );
    const query: fc.Arbitrary<ListQuery> = fc.record({
      page: fc.integer({ min: 1, max: 1_000_000 }),
      size: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
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
      fc.property(query, (wanted) => {
        const { query: read, dropped } = parseListQuery(listSearchParams(wanted), fields);
        expect(dropped).toEqual([]);
        expect(read).toEqual(wanted);
      }),
    );
  });

  it('keeps for another list what that list would read from the same address', () => {
    const other: FieldKinds = { user_id: 'text', user_username: 'choice', u_status: 'text' };
    const own = fc.constantFrom(...Object.keys(fields), 'unknown', 'constructor');
    const filter: fc.Arbitrary<Filter> = fc.oneof(
      own.map((field) => ({ kind: 'text' as const, field, contains: 'a' })),
      own.map((field) => ({ kind: 'exact' as const, field, equals: 'b' })),
      own.map((field) => ({ kind: 'choice' as const, field, equals: 'c' })),
      own.map((field) => ({ kind: 'number' as const, field, min: 1, max: 3 })),
      own.map((field) => ({ kind: 'date' as const, field, from: '2024-01-01', to: '2024-02-01' })),
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
