import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { memoizeByObject } from 'shared/memoize-by-object';
import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';

/**
 * Returns a function that fills the empty fields of `row` from the aliases under which a remote host may send
 * them. For the embedded host, which sends only the declared names, the function does nothing.
 */
export const getAliasFiller = memoizeByObject(
  ({ list }: Entity): ((row: Record<string, unknown>, sent: Row) => void) => {
    const renamed = !getApiHost().conforms
      ? list.columns.flatMap(({ field, aliases }) => (aliases ? [{ field, aliases }] : []))
      : [];
    return (row, sent) => {
      for (const { field, aliases } of renamed) {
        if (!isEmpty(row[field])) continue;
        const alias = aliases.find((name) => !isEmpty(sent[name]));
        if (alias) row[field] = sent[alias];
      }
    };
  },
);

function isEmpty(value: unknown): boolean {
  return toText(value).trim() === '';
}
