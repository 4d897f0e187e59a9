import { makeTextFinder } from 'shared/list/search-words';
import { getMenu, home, type MenuRights } from '../menu';
import type { SearchGroup } from './search-view';

/** Returns the screens whose name or group contains a text, word by word, without regard to case and accents. */
export function findScreens(rights: MenuRights, text: string): SearchGroup | undefined {
  const contains = makeTextFinder(text);
  const screens = [
    { item: home, group: '' },
    ...getMenu(rights).flatMap(({ title, items }) => items.map((item) => ({ item, group: title }))),
  ];
  const found = screens.filter(({ item, group }) => contains(`${group} ${item.title}`));
  if (found.length === 0) return undefined;
  return {
    title: 'Screens',
    icon: 'app-window',
    total: found.length,
    hits: found.map(({ item: { path, title, purpose, ownDocument }, group }) => ({
      href: path,
      title,
      details: group === '' ? purpose : `${group} · ${purpose}`,
      ownDocument,
    })),
  };
}
