import type { Column } from '../entities/column';
import { type FoundBy, listOtherWords } from './find-columns';

export interface ChooserGroup {
  title?: string;
  columns: ChooserColumn[];
}

/** The part of the column page's data that the chooser's popup shows. */
export interface ColumnChoice {
  groups: ChooserGroup[];
}

export interface ChooserColumn extends FoundBy {
  field: string;
  /** The index among all columns of the list, because the columns of a group need not be adjacent. */
  index: number;
}

/**
 * Builds the column chooser: all columns of the list in their groups, in the order in which they are declared.
 */
export function buildChooser(
  columns: readonly Column[],
  explanations: ReadonlyMap<string, string>,
): ChooserGroup[] {
  const groups = new Map<string | undefined, ChooserGroup>();
  for (const [index, column] of columns.entries()) {
    const group = groups.get(column.group) ?? { title: column.group, columns: [] };
    group.columns.push({
      field: column.field,
      title: column.title,
      also: listOtherWords(column, explanations),
      index,
    });
    groups.set(column.group, group);
  }
  return [...groups.values()];
}
