import { home, type MenuItem, menu } from './menu';

/** The letters that open a screen of the menu after the letter g. */
export const screenKeys: Readonly<Record<string, string>> = {
  h: '/home',
  u: '/users',
  r: '/resources',
  f: '/facilities',
  a: '/audit',
  n: '/peer-navigators',
  p: '/participants',
  o: '/follow-ups',
  d: '/data-dictionary',
  m: '/phones',
  l: '/last-seen',
  s: '/discussions',
  c: '/conversations',
  q: '/quizzes',
};

/** A shortcut as its page describes it: keys that are pressed one after the other, or together. */
export interface Shortcut {
  keys: readonly string[];
  does: string;
  together?: boolean;
}

/** The shortcuts that are not for a screen of the menu. */
export const generalShortcuts: readonly Shortcut[] = [
  { keys: ['/'], does: 'Go to the search field' },
  { keys: ['Ctrl', 'K'], together: true, does: 'Go to the search field, also while you type' },
  { keys: ['?'], does: 'Open this page' },
];

/** Returns the shortcuts for screens, in the order of the menu. */
export function listScreenShortcuts(): Shortcut[] {
  return listKeyedItems().map(({ key, item }) => ({ keys: ['g', key], does: item.title }));
}

/** Returns the item of the menu that a letter opens. */
export function findKeyedItem(key: string): MenuItem | undefined {
  return listKeyedItems().find((keyed) => keyed.key === key)?.item;
}

function listKeyedItems(): { key: string; item: MenuItem }[] {
  return [home, ...menu.flatMap(({ items }) => items)].flatMap((item) => {
    const key = Object.keys(screenKeys).find((candidate) => screenKeys[candidate] === item.path);
    return key ? [{ key, item }] : [];
  });
}
