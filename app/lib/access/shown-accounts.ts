import { fold } from 'shared/list/values';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import { isIdentifying } from '../entities/identifying';
import type { ShownRecord } from './shown-records';

/**
 * The word for the accounts in the log. They are no entity: only the names are known, as other records hold them. The
 * log has them where a name is shown without the record that holds it, as a choice of a filter or a group of a summary.
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
