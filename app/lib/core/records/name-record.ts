import type { Row } from 'shared/list/memory';
import { shortText } from 'shared/short-text';
import { showsText } from 'shared/shows-text';
import type { Entity } from '../entities/entity';
import { isIdentifyingId } from '../entities/identifying';
import { maskField, maskId } from '../masking/mask.server';

/**
 * Returns the name of a record for headings and breadcrumbs: the start of its label or, if the label shows nothing,
 * the entity's singular name with the id, such as 'facility 3'. If the record cannot be read, `row` is empty, and the name
 * leaves out an id that may identify a person.
 * The name may identify a person, so titles and addresses must not contain it.
 */
export function nameRecord(entity: Entity, row: Row, id: string): string {
  const { key, label, singular } = entity;
  const text = label === key ? '' : maskField(entity, row, label).trim();
  if (showsText(text)) return shortText(text);
  const isRead = Object.keys(row).length > 0;
  return isRead || !isIdentifyingId(entity, id) ? `${singular} ${maskId(id)}` : singular;
}
