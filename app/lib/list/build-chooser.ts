import type { Column } from '../entities/entity';

export interface ChooserGroup {
  title?: string;
  columns: ChooserColumn[];
}

/** The part of the column page's data that the chooser's popup shows. */
export interface ColumnChoice {
  groups: ChooserGroup[];
}

export interface ChooserColumn {
  field: string;
  title: string;
  /** Among the columns that show at first. */
  preset: boolean;
  /** Its place among all columns: groups may hold columns that lie apart. */
  index: number;
}

/** The column chooser: all columns in their groups, in the order of the declaration. */
export function buildChooser(columns: readonly Column[]): ChooserGroup[] {
  const groups = new Map<string | undefined, ChooserGroup>();
  for (const [place, column] of columns.entries()) {
    const group = groups.get(column.group) ?? { title: column.group, columns: [] };
    group.columns.push({
      field: column.field,
      title: column.title,
      preset: !column.off,
      index: place,
    });
    groups.set(column.group, group);
  }
  return [...groups.values()];
}
