import { toOpaqueId } from '../addresses/record-address.server';
import type { Entity } from '../entities/entity';
import { isIdentifyingId } from '../entities/identifying';

/** Names a record for the audit log, as in 'facility 3'. An id that may identify a person becomes opaque. */
export function describeRecord(entity: Entity, id: string): string {
  return `${entity.singular} ${isIdentifyingId(entity, id) ? toOpaqueId(entity.name, id) : id}`;
}
