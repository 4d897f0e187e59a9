import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { getFieldFiller } from './fill-fields.server';

/** Returns a host's item with its values under the names that the entity declares. Keeps undeclared fields. */
export function readItem(entity: Entity, item: Row): Row {
  const given = entity.read?.(item) ?? item;
  const record = { ...given };
  getFieldFiller(entity)(record, given);
  return record;
}
