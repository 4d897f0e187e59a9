import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { aliasFiller } from './fill-aliases.server';

/** Returns a host's item with the field names that the entity declares. */
export function readItem(entity: Entity, item: Row): Row {
  const given = entity.read?.(item) ?? item;
  const record = { ...given };
  aliasFiller(entity)(record, given);
  return record;
}
