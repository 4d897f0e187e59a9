import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { FormValues } from 'shared/record-values/form-value';
import { isApplicable } from 'shared/record-values/is-applicable';
import { getSource } from 'shared/record-values/record-values';
import type { Entity } from '../entities/entity';
import type { FormField } from '../entities/form-field';
import { isSameValue } from '../form/is-same-value';
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
  /** The first item of the host's response. */
  item: Item | undefined;
  /** The id of the record. Empty if the host did not return the id of an added record. */
  id: string;
}

/**
 * Returns the labels of the fields that a remote host did not store as they were sent. Compares them with the
 * host's response, and reads the record again if the response lacks some of them. Fields that cannot be
 * compared count as stored.
 */
export async function findUnsavedFields(entity: Entity, saved: Saved): Promise<string[]> {
  if (getApiHost().conforms) return [];
  const { values, sent } = saved;
  const fields = saved.fields.filter(
    ({ wire, control, when }) =>
      wire && control !== 'password' && isApplicable(when, (name) => values[name]),
  );
  const answer = findOwnRecord(entity, saved.id, readItem(entity, saved.item ?? {}));
  const isInAnswer = (field: FormField) => answer[getSource(field)] !== undefined;
  const record = fields.every(isInAnswer) ? {} : await readAgain(entity, saved.id);
  const isComparable = fields.some((field) => record[getSource(field)] !== undefined);
  const unsaved = new Set<string>();
  for (const field of fields) {
    if (!isInAnswer(field) && !isComparable) continue;
    const saved = (isInAnswer(field) ? answer : record)[getSource(field)];
    const own = sent[field.wire ?? ''] ?? '';
    if (!(await isSameValue(field, own, saved, config.STUDY_TIME_ZONE))) unsaved.add(field.label);
  }
  return [...unsaved];
}

async function readAgain(entity: Entity, id: string): Promise<Row> {
  if (!id) return {};
  const read = await askForRecord(entity, id);
  if (read.ok) return findOwnRecord(entity, id, read.value);
  log.info(
    { entity: entity.name, error: read.error.kind },
    'a saved record could not be read again',
  );
  return {};
}

/** Returns the row, or an empty row if its id belongs to another record. */
function findOwnRecord({ key }: Entity, id: string, row: Row): Row {
  const own = toText(row[key]);
  return own === '' || own === id ? row : {};
}
