import { isIdentifying } from 'shared/entities/is-identifying';
import { fold } from 'shared/list/values';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import type { ShownRecord } from './shown-records';

/**
 * The type of record under which the access log has the names of accounts, which are not an entity. It has such an
 * entry if a filter or a summary showed a name without a record that contains it.
 */
export const account = { name: 'account', singular: 'account' } as const;

/** A value of a field that was sent to a browser. */
export interface ShownValue {
  field: string;
  value: string;
}

/** Returns the accounts that are named by values of an entity's fields, if the name identifies its owner. */
export function findAccounts(
  { list }: { list: Pick<Entity['list'], 'columns'> },
  values: readonly ShownValue[],
): ShownRecord[] {
  const columns = new Map<string, Column>(
    list.columns
      .filter(({ identifying }) => identifying === 'account name')
      .map((column) => [column.field, column]),
  );
  return values.flatMap(({ field, value }) => {
    const column = columns.get(field);
    if (!column || !isIdentifying(column, value)) return [];
    return { entity: account.name, key: fold(value.trim()), isSecret: true };
  });
}
