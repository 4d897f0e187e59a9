import { defined } from 'shared/defined';
import { expect, it } from 'vitest';
import { entities } from '~/lib/core/entities';
import type { Column } from '~/lib/core/entities/column';
import { getDefaultColumns } from '~/lib/core/entities/list-fields';
import { bindHistoryToRecord } from '~/lib/core/entities/record-history';
import { placeColumns } from '~/lib/core/list/place-columns';

const column = (field: string, priority: number, more: Partial<Column> = {}) => ({
  ...{ field, title: field, priority, format: 'text' as const, identifying: false as const },
  ...more,
});
const columns = [
  column('id', 5, { format: 'number' }),
  column('name', 1),
  column('status', 2),
  column('notes', 3),
  column('user', 3),
  column('date', 4, { format: 'date' }),
  column('place', 6),
  column('path', 6),
  column('last', 6),
];
const listTiers = (placed: typeof columns) =>
  placeColumns(placed, [], false).map(({ tier }) => tier);

it('hides default columns by priority, and of the same priority the last column first', () => {
  expect(listTiers(columns)).toEqual([3, 0, 0, 0, 1, 2, 3, 4, 4]);
});

it('never hides a default column of priority 0', () => {
  const always = Array.from({ length: 8 }, (_, index) => column(`f${index}`, 0));
  expect(new Set(listTiers(always))).toEqual(new Set([0]));
});

it('leaves room for e-mail addresses where they do not break, and for long words in titles', () => {
  const texts = Array.from({ length: 7 }, (_, index) => column(`f${index}`, 1));
  expect(listTiers(texts)).toEqual([0, 0, 0, 1, 2, 3, 3]);
  const emails = texts.map((text, index) => (index === 4 ? { ...text, field: 'email' } : text));
  expect(listTiers(emails)).toEqual([0, 0, 0, 1, 2, 3, 4]);
  const titled = texts.map((text) => ({ ...text, title: 'Contraceptives used' }));
  expect(listTiers(titled)).toEqual([0, 0, 1, 2, 3, 4, 4]);
});

it('leaves no room for whole e-mail addresses in a column in which they may break', () => {
  const texts = Array.from({ length: 7 }, (_, index) => column(`f${index}`, 1));
  const place = (breaks: boolean) =>
    listTiers(
      texts.map((text, index) => (index === 4 ? { ...text, field: 'email', breaks } : text)),
    );
  expect(place(false)).toEqual([0, 0, 0, 1, 2, 3, 4]);
  expect(place(true)).toEqual([0, 0, 0, 1, 2, 3, 3]);
});

it('shows the user, the date and both values of a change from 1280 px on', () => {
  const { list, lead } = defined(bindHistoryToRecord('color', '1'));
  const columns = list.columns.filter(({ field }) => getDefaultColumns(list).includes(field));
  const tiers = placeColumns(columns, lead, false).map(({ tier }) => tier);
  const shown = columns.filter((_, index) => defined(tiers[index]) <= 3).map(({ title }) => title);
  expect(shown).toEqual(['Date', 'User', 'Field', 'Before', 'After', 'Undo']);
});

it('leaves more room for a column of sentences', () => {
  const texts = Array.from({ length: 4 }, (_, index) => column(`f${index}`, 1));
  expect(listTiers(texts)).toEqual([0, 0, 0, 1]);
  const sentences = texts.map((text, index) => ({ ...text, wide: index === 0 }));
  expect(listTiers(sentences)).toEqual([0, 0, 0, 2]);
});

it('leaves room for the check boxes of rows', () => {
  const texts = Array.from({ length: 7 }, (_, index) => column(`f${index}`, 1));
  const place = (hasBoxes: boolean) =>
    placeColumns(texts, [], false, hasBoxes).map(({ tier }) => tier);
  expect(place(false)).toEqual([0, 0, 0, 1, 2, 3, 3]);
  expect(place(true)).toEqual([0, 0, 0, 1, 2, 3, 4]);
});

it('shows chosen columns at any width, and all of them in cards', () => {
  const places = placeColumns(columns, ['name', 'date'], true);
  expect(places.map(({ tier }) => tier)).toEqual(columns.map(() => 0));
  expect(places.map(({ card }) => card)).toEqual([2, 1, 2, 2, 2, 2, 2, 2, 2]);
});

it('makes the first chosen column the title of a card if the lead column is not chosen', () => {
  const places = placeColumns(columns.slice(2), ['name', 'date'], true);
  expect(places.map(({ card }) => card)).toEqual([1, 2, 2, 2, 2, 2, 2]);
});

it('gives cards the lead columns that the list has, in the order of the declaration', () => {
  const places = placeColumns(columns, ['absent', 'date', 'name'], false);
  expect(places.map(({ card }) => card)).toEqual([0, 2, 0, 0, 0, 1, 0, 0, 0]);
});

it.each(entities.map((entity) => [entity.name, entity] as const))(
  'gives the cards of the entity %s a title and a text',
  (_name, { list, lead }) => {
    const shown = list.columns.filter(({ field }) => getDefaultColumns(list).includes(field));
    const places = placeColumns(shown, lead, false).map(({ card }) => card);
    expect(places).toEqual(expect.arrayContaining(lead.map((_, index) => index + 1)));
    expect(lead.length).toBeGreaterThan(1);
  },
);
