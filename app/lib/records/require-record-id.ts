import { isRecordId } from 'shared/record-id';
import type { Entity } from '../entities/entity';
import { getFieldKinds } from '../entities/list-fields';

/**
 * Throws a 404 response for an id that is a number in a notation that hosts do not use. For example, `022` must
 * not open record 22. Does not check entities whose key is not a number, such as phones, nor ids that are not
 * numbers, which the host refuses itself.
 */
export function requireRecordId(entity: Entity, id: string | undefined): void {
  if (id === undefined || getFieldKinds(entity.list)[entity.key] !== 'number') return;
  const isNumber = id.trim() === '' || !Number.isNaN(Number(id));
  if (!isNumber || isRecordId(id)) return;
  throw new Response(`There is no ${entity.singular} at this address.`, { status: 404 });
}
