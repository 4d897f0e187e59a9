import { memoizeByObject } from 'shared/memoize-by-object';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { getFileAddress } from '../host/file-origins.server';
import { getConfiguredOptions } from './known-options.server';

/**
 * Returns the columns of a list with the parts that depend on settings: the options of choices, and the
 * addresses of files.
 */
export const getListColumns = memoizeByObject(({ name, list }: Entity): readonly Column[] =>
  list.columns.map((column) => {
    const { field, format, link } = column;
    if (format === 'file' && link) return { ...column, link: (row) => toFileAddress(link(row)) };
    const configured = getConfiguredOptions(name, field);
    return configured ? { ...column, options: configured.map(({ value }) => value) } : column;
  }),
);

function toFileAddress(path: string | undefined): string | undefined {
  return path ? getFileAddress(path) : undefined;
}
