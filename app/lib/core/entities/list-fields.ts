import type { FieldKinds } from 'shared/list/grammar';
import type { SummaryFields } from 'shared/list/summary/grammar';
import { memoizeByObject } from 'shared/memoize-by-object';
import type { Column } from './column';
import type { Entity, EntityList } from './entity';

/** Returns the kinds of the fields that a list's URL may name. */
export const getFieldKinds = memoizeByObject(
  ({ columns }: EntityList): FieldKinds =>
    Object.fromEntries(columns.map(({ field, kind }) => [field, kind])),
);

/** Returns the columns whose values are part of a record, which excludes derived fields. */
export const getOwnColumns = memoizeByObject(({ columns }: EntityList): readonly Column[] =>
  columns.filter(({ derived }) => !derived),
);

/** Returns the use of the fields in summaries of the list. Fields that summaries cannot use are left out. */
export const getSummaryFields = memoizeByObject(
  ({ columns }: EntityList): SummaryFields =>
    Object.fromEntries(
      columns.flatMap(({ field, summarized, isReadableFilter }) =>
        summarized && !isReadableFilter ? [[field, summarized]] : [],
      ),
    ),
);

/** Returns the names of the fields that the panel reads from a row. */
export function getDeclaredFields({ list, key, label }: Entity): string[] {
  const fields = list.columns.map(({ field }) => field);
  return [...new Set([...fields, key, label, ...(list.extraFields ?? [])])];
}

/** Returns the names of the fields of a record that the panel reads, which excludes derived fields. */
export function getOwnFields(entity: Entity): string[] {
  const derived = entity.list.columns.filter((column) => column.derived);
  const names = new Set(derived.map(({ field }) => field));
  return getDeclaredFields(entity).filter((field) => !names.has(field));
}

/** Returns the fields of the columns that are shown by default, in order. */
export const getDefaultColumns = memoizeByObject(({ columns }: EntityList): readonly string[] =>
  columns.filter((column) => !column.hiddenAtFirst).map(({ field }) => field),
);
