import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { getSource, readInput } from 'shared/record-values/record-values';
import { findBulkActions } from '../core/entities/bulk';
import type { Entity } from '../core/entities/entity';

/** Returns the code of a row's status, or an empty text if the row does not contain the status. */
export function readStatus(entity: Entity, row: Row): string {
  const field = findBulkActions(entity)?.status?.field;
  return field ? toText(readInput(field, row[getSource(field)])) : '';
}

/** Returns the label of a status, such as 'Disabled'. */
export function nameStatus(entity: Entity, code: string): string {
  const options = findBulkActions(entity)?.status?.options ?? [];
  return options.find(({ value }) => value === code)?.label ?? code;
}
