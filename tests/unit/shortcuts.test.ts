import { expect, it } from 'vitest';
import { home, menu } from '~/lib/menu';
import { findKeyedItem, generalShortcuts, listScreenShortcuts, screenKeys } from '~/lib/shortcuts';

it('a letter without a screen opens nothing', () => {
  expect(findKeyedItem('x')).toBeUndefined();
  expect(findKeyedItem('toString')).toBeUndefined();
});

it('each letter opens another screen of the menu, and the page of shortcuts lists it', () => {
  const paths = [home, ...menu.flatMap(({ items }) => items)].map(({ path }) => path);
  const keyed = Object.values(screenKeys);
  expect(keyed.filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(keyed).size).toBe(keyed.length);
  expect(Object.keys(screenKeys).filter((key) => !/^[a-z]$/.test(key))).toEqual([]);
  expect(listScreenShortcuts()).toHaveLength(keyed.length);
  for (const { keys } of listScreenShortcuts()) expect(findKeyedItem(keys[1] ?? '')).toBeDefined();
});

it('the shortcuts of a single key are / and ?, and thus no letters of screens', () => {
  const single = generalShortcuts.filter(({ keys }) => keys.length === 1);
  expect(single.map(({ keys }) => keys[0])).toEqual(['/', '?']);
});
