import fc from 'fast-check';
import { type FieldKinds, parseListQuery } from 'shared/list/grammar';
import { expect, it } from 'vitest';
import { describeQuery, writeConditions, writePart } from '~/lib/core/list/describe-query.server';

const kinds: FieldKinds = {
  name: 'text',
  status: 'choice',
  age: 'number',
  due: 'date',
  withdrawn_on: 'date',
  phone: 'text',
};
const columns = Object.entries(kinds).map(([field, kind]) => ({
  ...{ field, title: field, kind, format: kind, priority: 0, identifying: field === 'phone' },
  options: field === 'status' ? ['Active', 'Disabled'] : undefined,
}));

function describeAll(search: string, shown = columns) {
  const { query } = parseListQuery(new URLSearchParams(search), kinds);
  const list = { path: '/things', pageSize: 10, columns: shown };
  const state = { list, query: { ...query, size: 10, cols: ['name'] } };
  return describeQuery(state, shown, '2026-11-23');
}

/** Addresses, what pages say of them, and what the audit log and files say of them. */
const descriptions = `
age.empty=no | age is not empty | where age is not empty
name=ann | name contains “ann” | where name contains a text
name.is=Ann | name is “Ann” | where name is a text
name.in=Banda | name is Banda | where name is another value
name.in=Banda&name.in=Phiri | name is Banda or Phiri | where name is 2 other values
name.in=a&name.in=b&name.in=c | name is a, b or c | where name is 3 other values
name.in=a&name.in=b&name.in=c&name.in=d&name.in=e&name.in=f | name is a, b, c, d or 2 other values | where name is 6 other values
name.in=No&name.empty=yes | name is No, or is empty | where name is another value, or is empty
status=Active | status is Active | where status is Active
status=Banda | status is Banda | where status is another value
status.in=Active&status.in=Banda | status is Active or Banda | where status is Active or another value
age.min=18&age.max=24 | age is from 18 to 24 | where age is from 18 to 24
age.min=18 | age is at least 18 | where age is at least 18
age.max=0&age.empty=yes | age is at most 0, or is empty | where age is at most 0, or is empty
age.min=18&age.max=18&name.empty=yes | age is 18; name is empty | where age is 18 and name is empty
due.to=today-30d | due is on or before 24 October 2026 (30 days ago) | where due is on or before 24 October 2026 (30 days ago)
due.from=today-1d | due is on or after 22 November 2026 (1 day ago) | where due is on or after 22 November 2026 (1 day ago)
due.from=today&due.to=today%2B14d | due is from 23 November 2026 (today) to 07 December 2026 (in 14 days) | where due is from 23 November 2026 (today) to 07 December 2026 (in 14 days)
due.from=2026-01-05&due.to=2026-01-05 | due is 05 January 2026 | where due is 05 January 2026
phone.is=260970000001 | phone is “260970000001” | where the filters of view V1 apply
age.min=3&q=x | age is at least 3; One of the shown columns contains “x” | where age is at least 3 and the filters of view V1 apply
withdrawn=included | Withdrawn participants are included | all rows; withdrawn participants are included
withdrawn_on.empty=no | withdrawn_on is not empty; Withdrawn participants are included | where withdrawn_on is not empty; withdrawn participants are included`;

it.each(descriptions.trim().split('\n'))('a query in words: %s', (line) => {
  const [search = '', onPages, inFiles] = line.split(' | ');
  const parts = describeAll(search);
  expect(parts.map((part) => writePart(part, part.values)).join('; ')).toBe(onPages);
  expect(writeConditions(parts, 'V1')).toBe(inFiles);
});

it('a query without filters, with a search that identifies nobody, and in a file that hides its filters', () => {
  expect(writeConditions(describeAll(''), undefined, 'some')).toBe('all rows');
  const words = 'where One of the shown columns contains a text';
  expect(writeConditions(describeAll('q=x', columns.slice(0, 5)), undefined)).toBe(words);
  expect(writeConditions(describeAll('due.to=2026-01-05'), undefined, 'some')).toBe('some');
});

it('each part has the change of the query that removes it, unless another part asks for the same', () => {
  const parts = describeAll('name=ann&age.min=3&q=x&withdrawn=included');
  const [, , search, withdrawn] = parts.map(({ removal }) => removal);
  expect([search, withdrawn]).toEqual([{ q: undefined }, { withdrawn: undefined }]);
  expect(parts[0]?.removal?.filters?.map(({ field }) => field)).toEqual(['age']);
  expect(describeAll('withdrawn_on.empty=no').at(-1)?.removal).toBeUndefined();
});

it('files and the audit log contain no typed text, whatever it is', () => {
  const names = ['name', 'name.is', 'name.in', 'status', 'status.in', 'phone', 'phone.in', 'q'];
  const typed = fc.string({ unit: fc.constantFrom('7', '§', '✂'), minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(fc.constantFrom(...names), typed, (name, text) => {
      const parts = describeAll(String(new URLSearchParams({ [name]: text })));
      expect(writeConditions(parts, undefined)).toMatch(/^where [^7§✂]+$/);
    }),
  );
});
