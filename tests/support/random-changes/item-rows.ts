import { parseStored } from 'shared/record-values/items';
import type { Study } from './study';

/** A row of a list, as its form posts it. A new row has no id. */
export type ItemRow = Readonly<Record<string, string>>;

/**
 * Returns the rows of a stored list after a random one was added, changed, removed or moved to the end. For an empty
 * list, returns two new rows. `make` returns the values of a row that contain the given word.
 */
export function drawRows(
  { chance, makeName }: Study,
  stored: unknown,
  make: (word: string) => ItemRow,
): ItemRow[] {
  const rows = (parseStored(stored) ?? []).map(({ no: _no, ...row }) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name, value]) => name !== 'correct' || Number(value) === 1)
        .map(([name, value]) => [name, String(value)]),
    ),
  );
  if (rows.length === 0) return [make(makeName('Item')), make(makeName('Item'))];
  const at = chance.between(0, rows.length - 1);
  const [chosen = {}] = rows.splice(at, 1);
  const { id = '' } = chosen;
  switch (chance.pick(['add', 'change', 'remove', 'move'])) {
    case 'add':
      return [...rows.slice(0, at), chosen, make(makeName('Item')), ...rows.slice(at)];
    case 'change':
      return [...rows.slice(0, at), { ...make(makeName('Item')), id }, ...rows.slice(at)];
    case 'remove':
      return rows;
    default:
      return [...rows, chosen];
  }
}
