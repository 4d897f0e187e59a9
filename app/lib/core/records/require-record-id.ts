import { isRecordId } from 'shared/record-id';
import type { Entity } from '../entities/entity';
import { getFieldKinds } from '../entities/list-fields';
import { refuseRequest } from '../server/refuse';

/**
 * Throws a 404 response for an id that is a number in a notation that hosts do not use. For example, `022` must
 * not open record 22. Does not check entities whose key is not a number, such as phones, nor ids that are not
 * numbers, which the host refuses itself.
 */
export function requireRecordId(entity: Entity, id: string | undefined): void {
  if (id === undefined || getFieldKinds(entity.list)[entity.key] !== 'number') return;
  const isNumber = id.trim() === '' || !Number.isNaN(Number(id));
  if (!isNumber || isRecordId(id)) return;
  refuseAddress(entity);
}

/** Throws a 404 response for an address that names no record of an entity. */
export function refuseAddress({ singular }: Entity): never {
  refuseRequest(404, `There is no ${singular} at this address.`);
}
