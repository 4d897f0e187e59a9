import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Entity } from '../entities/entity';
import type { FormField } from '../entities/form-field';
import { isInForce } from '../form/in-force';
import { isSameValue } from '../form/is-same-value';
import { type FormValues, getSource } from '../form/record-values';
import type { FormFields } from '../host/api-host';
import { getApiHost } from '../host/host.server';
import type { Item } from '../host/read-envelope';
import { readItem } from '../list/read-item.server';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { askForRecord } from './fetch-record.server';

/** A save that a host has acknowledged. */
export interface Saved {
  fields: readonly FormField[];
  values: FormValues;
  /** The posted fields, under the host's names. */
  sent: FormFields;
  /** The first item of the host's answer. */
  item: Item | undefined;
  /** Empty when the host did not say what it made. */
  id: string;
}

/**
 * Returns the labels of the fields that a remote host dropped or changed, by its answer, or by the record read
 * again where the answer lacks a field. What cannot be compared counts as kept.
 */
export async function findUnsavedFields(entity: Entity, saved: Saved): Promise<string[]> {
  if (getApiHost().conforms) return [];
  const { values, sent } = saved;
  const fields = saved.fields.filter(
    ({ wire, control, when }) =>
      wire && control !== 'password' && isInForce(when, (name) => values[name]),
  );
  const answer = ownRecord(entity, saved.id, readItem(entity, saved.item ?? {}));
  const isInAnswer = (field: FormField) => answer[getSource(field)] !== undefined;
  const record = fields.every(isInAnswer) ? {} : await readAgain(entity, saved.id);
  const isComparable = fields.some((field) => record[getSource(field)] !== undefined);
  const unsavedFields = fields.filter((field) => {
    if (!isInAnswer(field) && !isComparable) return false;
    const saved = (isInAnswer(field) ? answer : record)[getSource(field)];
    return !isSameValue(field, sent[field.wire ?? ''] ?? '', saved, config.STUDY_TIME_ZONE);
  });
  return [...new Set(unsavedFields.map(({ label }) => label))];
}

async function readAgain(entity: Entity, id: string): Promise<Row> {
  if (!id) return {};
  const read = await askForRecord(entity, id);
  if (read.ok) return ownRecord(entity, id, read.value);
  log.info(
    { entity: entity.name, error: read.error.kind },
    'a saved record could not be read again',
  );
  return {};
}

/** The row, unless it is another record. */
function ownRecord({ key }: Entity, id: string, row: Row): Row {
  const own = toText(row[key]);
  return own === '' || own === id ? row : {};
}
