import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/to-text';
import { shortText } from 'shared/short-text';
import type { Entity } from '../entities/entity';
import { isIdentifyingId } from '../entities/identifying';

/**
 * Returns the name of a record for headings and breadcrumbs: the start of its label, or the word for one record with the
 * id if it has no label. `row` is empty if the record cannot be read; an id that may identify a person is then left out.
 * The name may identify a person, so titles and addresses must not contain it.
 */
export function nameRecord(entity: Entity, row: Row, id: string): string {
  const { key, label, singular } = entity;
  const text = label === key ? '' : toText(row[label]).trim();
  if (text) return shortText(text);
  const isRead = Object.keys(row).length > 0;
  return isRead || !isIdentifyingId(entity, id) ? `${singular} ${id}` : singular;
}
