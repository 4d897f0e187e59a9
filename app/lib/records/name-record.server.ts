import { toOpaqueId } from '../addresses/record-address.server';
import type { Entity } from '../entities/entity';
import { isIdentifying } from '../entities/identifying';

/** Returns a record's name for the audit log, such as 'facility 3'. The id of a phone, its number, becomes opaque. */
export function nameRecord({ singular, key, list }: Entity, id: string): string {
  const column = list.columns.find(({ field }) => field === key);
  return `${singular} ${column && isIdentifying(column, id) ? toOpaqueId(id) : id}`;
}
