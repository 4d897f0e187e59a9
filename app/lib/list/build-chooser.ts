import type { Column } from '../entities/entity';
import type { ChooserGroup } from './list-view';

/** The column chooser: all columns in their groups, in the order of the declaration. */
export function buildChooser(columns: readonly Column[], shown: readonly string[]): ChooserGroup[] {
  const groups = new Map<string | undefined, ChooserGroup>();
  for (const [place, column] of columns.entries()) {
    const group = groups.get(column.group) ?? { title: column.group, columns: [] };
    group.columns.push({
      field: column.field,
      title: column.title,
      shown: shown.includes(column.field),
      preset: !column.off,
      place,
    });
    groups.set(column.group, group);
  }
  return [...groups.values()];
}
