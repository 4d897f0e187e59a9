import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Entity } from '../entities/entity';
import { getOwnColumns } from '../entities/list-fields';
import { getSource, readRecordValues } from '../form/record-values';
import type { HistoryValue } from './change';

/** Returns the values of the fields of the form, and of the columns of the list that the form does not have. */
export function readWholeRecord(
  entity: Entity,
  record: Row,
): Readonly<Record<string, HistoryValue | undefined>> {
  const inputs = (entity.form?.fields ?? []).filter(({ wire }) => wire);
  const shown = new Set(inputs.flatMap((field) => [field.name, getSource(field)]));
  const rest = getOwnColumns(entity.list).filter(({ field }) => !shown.has(field));
  return {
    ...readRecordValues(inputs, record),
    ...Object.fromEntries(rest.map(({ field }) => [field, toText(record[field])])),
  };
}
