import { toOpaqueId } from '../addresses/record-address.server';
import type { Entity } from '../entities/entity';
import { isIdentifyingId } from '../entities/identifying';

/** Describes a record in the audit log, as in 'facility 3'. The id of a phone, its number, becomes opaque. */
export function describeRecord(entity: Entity, id: string): string {
  return `${entity.singular} ${isIdentifyingId(entity, id) ? toOpaqueId(id) : id}`;
}
