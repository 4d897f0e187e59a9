import { parseListQuery } from 'shared/list/grammar';
import { describe, expect, it } from 'vitest';
import { describeExport } from '~/lib/list/describe-export';
import { describeFilter } from '~/lib/list/describe-filter';

const TODAY = '2026-11-23';
const kinds = { name: 'text', status: 'choice', age: 'number', due: 'date' } as const;
const sixValues = ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => `name.in=${value}`).join('&');

function describeAll(search: string): string[] {
  const { query } = parseListQuery(new URLSearchParams(search), kinds);
  return query.filters.map((filter) => describeFilter(filter, TODAY));
}

describe('a filter in words', () => {
  it.each([
    ['name=ann', 'contains “ann”'],
    ['name.is=Ann', 'is “Ann”'],
    ['name.in=Interested', 'is Interested'],
    ['name.in=Interested&name.in=Very+interested', 'is Interested or Very interested'],
    ['name.in=a&name.in=b&name.in=c', 'is a, b or c'],
    [sixValues, 'is a, b, c, d or 2 other values'],
    ['name.in=No&name.empty=yes', 'is No, or is empty'],
    ['name.empty=yes', 'is empty'],
    ['name.empty=no', 'is not empty'],
    ['status=Active', 'is Active'],
    ['age.min=18&age.max=24', 'is from 18 to 24'],
    ['age.min=18', 'is at least 18'],
    ['age.max=24', 'is at most 24'],
    ['age.min=18&age.max=18', 'is 18'],
    ['age.max=24&age.empty=yes', 'is at most 24, or is empty'],
    ['due.to=today-30d', 'is on or before 24 October 2026 (30 days ago)'],
    ['due.from=today-1d', 'is on or after 22 November 2026 (1 day ago)'],
    [
      'due.from=today&due.to=today%2B14d',
      'is from 23 November 2026 (today) to 07 December 2026 (in 14 days)',
    ],
    ['due.from=2026-01-05&due.to=2026-01-05', 'is 05 January 2026'],
  ])('%s', (search, words) => {
    expect(describeAll(search)).toEqual([words]);
  });
});

describe('the audit entry of an export', () => {
  const column = (field: keyof typeof kinds) => ({
    field,
    title: field,
    kind: kinds[field],
    format: kinds[field],
    identifying: false as const,
    priority: 0,
    options: field === 'status' ? ['Active', 'Disabled'] : undefined,
  });
  const columns = (Object.keys(kinds) as (keyof typeof kinds)[]).map(column);

  function describeConditions(search: string): string {
    const { query } = parseListQuery(new URLSearchParams(search), kinds);
    const list = { path: '/things', pageSize: 10, columns };
    const state = { list, view: undefined, query: { ...query, size: 10, cols: ['name'] } };
    return describeExport(columns, [column('name')], state, TODAY).replace(/^.*; /, '');
  }

  it.each([
    ['name.in=Chileshe&name.in=Banda', 'where name is 2 other values'],
    ['name.in=Chileshe&name.empty=yes', 'where name is another value or is empty'],
    ['status.in=Active&status.in=Chileshe', 'where status is Active or another value'],
    ['name.empty=no', 'where name is not empty'],
    ['due.to=today-30d', 'where due to 2026-10-24 (today-30d)'],
  ])('does not repeat the text that was typed for %s', (search, words) => {
    expect(describeConditions(search)).toBe(words);
  });
});
