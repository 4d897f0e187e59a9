import type { Row } from 'shared/list/memory';
import { showsText } from 'shared/shows-text';
import type { Entity } from '../entities/entity';
import { maskField, maskId } from './mask.server';

/** Returns the name of a record as pages may show it: its label, or its kind and id if the label shows nothing. */
export function nameRow(entity: Entity, row: Row, id: string): string {
  const label = maskField(entity, row, entity.label).trim();
  return showsText(label) ? label : `${entity.singular} ${maskId(id)}`;
}
