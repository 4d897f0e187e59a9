import { describe, expect, it } from 'vitest';
import { describeChange } from '~/components/shell/describe-change';
import type { ListView } from '~/lib/core/list/list-view';

type List = Parameters<typeof describeChange>[1];

function makeList(titles: readonly string[], more: Partial<List> = {}): List {
  const columns = titles.map((title) => ({ title, field: title })) as ListView['columns'];
  const pager = { from: 1, to: 10, total: 1_243 } as ListView['pager'];
  return { path: '/users', columns, pager, ...more };
}
function sortBy(list: List, title: string, sort: 'ascending' | 'descending'): List {
  const columns = list.columns.map((column) =>
    column.title === title ? { ...column, sort } : column,
  );
  return { ...list, columns };
}
const list = makeList(['ID', 'Name', 'Status']);

describe('what a list says after an action', () => {
  it('names the rows', () => {
    expect(describeChange(list, list)).toBe('Rows 1 to 10 of 1,243.');
    const pager = { from: 0, to: 0, total: 0 } as ListView['pager'];
    expect(describeChange(list, { ...list, pager })).toBe('No rows.');
  });

  it('leaves an error to its own message', () => {
    expect(describeChange(list, { ...list, error: 'The host is down' })).toBe('');
  });

  it('names the new order, once', () => {
    const sorted = sortBy(list, 'Name', 'descending');
    expect(describeChange(list, sorted)).toBe('Sorted by Name, descending. Rows 1 to 10 of 1,243.');
    expect(describeChange(sorted, sorted)).toBe('Rows 1 to 10 of 1,243.');
    expect(describeChange(sorted, sortBy(list, 'Name', 'ascending'))).toContain('ascending');
    expect(describeChange(sorted, list)).toBe('In the usual order. Rows 1 to 10 of 1,243.');
  });

  it('names the columns that were hidden and shown, or their number', () => {
    const other = makeList(['ID', 'Status', 'Phone']);
    expect(describeChange(list, other)).toBe('Name hidden. Phone shown. Rows 1 to 10 of 1,243.');
    const many = makeList(['ID', 'Name', 'Status', 'A', 'B', 'C', 'D']);
    expect(describeChange(list, many)).toContain('4 columns shown.');
  });

  it('compares nothing with another list', () => {
    const other = makeList(['Code'], { path: '/colors' });
    expect(describeChange(list, other)).toBe('Rows 1 to 10 of 1,243.');
    expect(describeChange(undefined, other)).toBe('Rows 1 to 10 of 1,243.');
  });
});
