import { memoizeByObject } from 'shared/memoize-by-object';
import type { Column, Entity } from '../entities/entity';
import { getFileAddress } from '../host/file-origins.server';
import { getKnownOptions } from './known-options.server';

/**
 * Returns the columns of a list with the parts that depend on settings: the options of choices, and the
 * addresses of files.
 */
export const listColumns = memoizeByObject(({ name, list }: Entity): readonly Column[] =>
  list.columns.map((column) => {
    const { field, format, link } = column;
    if (format === 'file' && link) return { ...column, link: (row) => readAddress(link(row)) };
    const known = getKnownOptions(name, field);
    return known ? { ...column, options: known.map(({ value }) => value) } : column;
  }),
);

function readAddress(path: string | undefined): string | undefined {
  return path ? getFileAddress(path) : undefined;
}
