import fc from 'fast-check';
import type { Condition, Filter } from 'shared/list/filters';
import { parseListQuery } from 'shared/list/grammar';
import { writeRelativeDay } from 'shared/list/relative-days';
import { describe, expect, it } from 'vitest';
import type { Column } from '~/lib/core/entities/column';
import type { EntityList } from '~/lib/core/entities/entity';
import { buildFilterGroups } from '~/lib/core/list/build-filter-page';
import type { ValuesByField } from '~/lib/core/list/field-values.server';
import type { FilterField } from '~/lib/core/list/filter-page-view';
import { readFilterForm } from '~/lib/core/list/read-filter-form';

const kinds = {
  note: 'text',
  answer: 'text',
  status: 'choice',
  age: 'number',
  due: 'date',
} as const;
const columns = Object.entries(kinds).map(
  ([field, kind]): Column => ({
    field,
    title: field,
    kind,
    format: kind,
    identifying: false,
    priority: 0,
    options: kind === 'choice' ? ['Active', 'Disabled'] : undefined,
  }),
);
const list: EntityList = { path: '/things', pageSize: 10, columns };
const known: ValuesByField = new Map([
  ['answer', { field: 'answer', values: [{ value: 'Yes', count: 3 }], empty: 2 }],
]);

/** Returns the fields of the filter page when the list has these filters. */
function buildFields(filters: readonly Filter[]): FilterField[] {
  return buildFilterGroups(columns, 'id', filters, known).flatMap(({ fields }) => fields);
}

/** Returns the form that a browser posts if the user changes nothing on the page. */
function post(fields: readonly FilterField[]): FormData {
  const form = new FormData();
  for (const { field, control, orEmpty } of fields) {
    if (orEmpty) form.append(`${field}.none`, 'yes');
    if (control.kind === 'values') {
      for (const { value, isChosen } of control.options)
        if (isChosen) form.append(`${field}.in`, value);
      if (control.how === 'some') form.append(`${field}.how`, 'some');
      continue;
    }
    for (const [name, value] of Object.entries(control))
      if (name !== 'kind') form.append(`${field}.${name}`, value);
  }
  return form;
}

function read(form: FormData): Filter[] {
  return [...parseListQuery(readFilterForm(list, form), kinds).query.filters];
}

describe('the form of all filters', () => {
  it.each([
    ['99999', 'due.to'],
    ['-3', 'due.to'],
    ['many', 'due.to'],
  ])('drops a filter for %s days ago, because it is not valid', (days, dropped) => {
    const form = new FormData();
    form.append('due.how', 'ago');
    form.append('due.days', days);
    const parsed = parseListQuery(readFilterForm(list, form), kinds);
    expect(parsed.dropped).toEqual([dropped]);
  });

  it('makes no filter for empty inputs, nor for rows with and without a value together', () => {
    expect(read(post(buildFields([])))).toEqual([]);
    const form = new FormData();
    form.append('age.how', 'some');
    form.append('age.none', 'yes');
    expect(read(form)).toEqual([]);
  });

  it.each([
    ['last', { from: 'today-30d', to: 'today' }],
    ['ago', { to: 'today-30d' }],
    ['next', { from: 'today', to: 'today+30d' }],
    ['ahead', { from: 'today+30d' }],
  ])('has days relative to today: %s', (how, limits) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ how, days: '30', low: '2026-01-01' }))
      form.append(`due.${name}`, value);
    expect(read(form)).toEqual([{ kind: 'date', field: 'due', ...limits }]);
  });

  it('offers the declared options, and the values of the rows with their counts', () => {
    const [, answer, status] = buildFields([]);
    expect(answer?.control).toEqual({
      kind: 'values',
      how: 'chosen',
      options: [{ value: 'Yes', count: 3, isChosen: false }],
    });
    expect(answer?.emptyCount).toBe(2);
    expect(status?.control).toMatchObject({
      options: [{ value: 'Active' }, { value: 'Disabled' }],
    });
  });

  it('ticks a value of the address whatever its case, and adds a value that no row has', () => {
    const [, answer] = buildFields([{ kind: 'in', field: 'answer', values: ['yes', 'Perhaps'] }]);
    expect(answer?.control).toMatchObject({
      options: [
        { value: 'Yes', isChosen: true },
        { value: 'Perhaps', count: 0, isChosen: true },
      ],
    });
  });

  it('posts the filters that it shows, whatever they are', () => {
    const text = fc.constantFrom('a', 'Yes', 'x, y', '%');
    const offset = fc.integer({ min: -400, max: 400 }).map(writeRelativeDay);
    const day = fc.oneof(offset, fc.constantFrom('2024-02-29', '2026-11-23', 'today'));
    const condition: fc.Arbitrary<Condition> = fc.oneof(
      text.map((contains) => ({ kind: 'text' as const, field: 'note', contains })),
      text.map((contains) => ({ kind: 'text' as const, field: 'answer', contains })),
      text.map((equals) => ({ kind: 'exact' as const, field: 'note', equals })),
      text.map((equals) => ({ kind: 'choice' as const, field: 'status', equals })),
      fc
        .tuple(fc.constantFrom('note', 'answer', 'status'), fc.uniqueArray(text, { minLength: 2 }))
        .map(([field, values]) => ({ kind: 'in' as const, field, values })),
      fc.integer().map((min) => ({ kind: 'number' as const, field: 'age', min })),
      fc.constant({ kind: 'number' as const, field: 'age', min: 1, max: 3 }),
      day.map((from) => ({ kind: 'date' as const, field: 'due', from })),
      day.map((to) => ({ kind: 'date' as const, field: 'due', to })),
      fc.tuple(day, day).map(([from, to]) => ({ kind: 'date' as const, field: 'due', from, to })),
    );
    const filter: fc.Arbitrary<Filter> = fc.oneof(
      condition,
      condition.map((one) => ({ ...one, orEmpty: true as const })),
      fc
        .tuple(fc.constantFrom(...Object.keys(kinds)), fc.boolean())
        .map(([field, empty]) => ({ kind: 'empty' as const, field, empty })),
    );
    const sorted = (filters: readonly Filter[]) =>
      filters
        .map((one) => (one.kind === 'in' ? { ...one, values: [...one.values].sort() } : one))
        .sort((a, b) => (a.field < b.field ? -1 : 1));
    fc.assert(
      fc.property(fc.uniqueArray(filter, { selector: ({ field }) => field }), (filters) => {
        expect(sorted(read(post(buildFields(filters))))).toEqual(sorted(filters));
      }),
    );
  });
});
