import {
  compareValues,
  getRecordId,
  type HistoryAction,
  type HistoryValue,
} from 'backend/history/change';
import { readWholeRecord } from 'backend/history/whole-record';
import { defined } from 'shared/defined';
import { findDeclaration } from 'shared/entities';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { FormValues } from 'shared/record-values/form-value';
import { isApplicable } from 'shared/record-values/is-applicable';
import { getSource, readRecordValues } from 'shared/record-values/record-values';
import type { Entity } from '../entities/entity';
import type { FormField } from '../entities/form-field';
import type { ChangeHistory } from '../host/change-entry';
import { readItem } from '../list/read-item.server';
import { markRecord } from './mark-record.server';
import type { OpenForm } from './open-form.server';

type Values = Readonly<Record<string, HistoryValue | undefined>>;

/** Returns the history of a save: the fields of the form whose values it changes. */
export function planSave(
  entity: Entity,
  { fields, stored, record }: Pick<OpenForm, 'fields' | 'stored' | 'record'>,
  values: FormValues,
  { id, username, undoes }: { id: string | undefined; username: string; undoes?: string },
): ChangeHistory {
  const sent = fields.filter(({ wire }) => wire);
  const names = sent.map(({ name }) => name);
  const before = id === undefined ? undefined : stored;
  const posted = clearIdleFields(sent, values);
  return {
    change: {
      entity: entity.name,
      recordId: id === undefined ? undefined : getRecordId(entity.parentId, id),
      username,
      action: id === undefined ? 'Add' : 'Update',
      fields: compareValues(names, before, posted),
      undoes,
      mark: markRecord(entity, record),
    },
    complete: ([item]) => {
      const row = item ? readItem(entity, item) : {};
      const recordId = id ?? toText(row[entity.key]);
      return {
        recordId: recordId === '' ? undefined : getRecordId(entity.parentId, recordId),
        fields: compareValues(names, before, { ...posted, ...readAnswer(sent, row) }),
        mark: markRecord(entity, { ...record, ...row }),
      };
    },
  };
}

/** Returns the history of a change that adds or removes a whole record, with all of the record's values. */
export function planWholeRecord(
  entity: Entity,
  action: Extract<HistoryAction, 'Add' | 'Delete' | 'Restore'>,
  record: Row,
  { id, username, undoes }: { id: string; username: string; undoes?: string },
): ChangeHistory {
  const values = readWholeRecord(defined(findDeclaration(entity.name)), record);
  const names = Object.keys(values);
  const fields =
    action === 'Delete'
      ? compareValues(names, values, undefined)
      : compareValues(names, undefined, values);
  const recordId = getRecordId(entity.parentId, id);
  const mark = markRecord(entity, record);
  return { change: { entity: entity.name, recordId, username, action, fields, undoes, mark } };
}

/** Returns the values that the host's answer contains. A remote host may leave fields out. */
function readAnswer(fields: readonly FormField[], row: Row): FormValues {
  const answered = fields.filter((field) => row[getSource(field)] !== undefined);
  const values = readRecordValues(answered, row);
  return Object.fromEntries(answered.map(({ name }) => [name, defined(values[name])]));
}

/** Returns the values, with an empty text for each field that does not apply because of other values. */
function clearIdleFields(fields: readonly FormField[], values: FormValues): Values {
  return Object.fromEntries(
    fields.map(({ name, when }) => [
      name,
      isApplicable(when, (other) => values[other]) ? values[name] : '',
    ]),
  );
}
