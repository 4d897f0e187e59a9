import type { ReadFieldChange } from 'backend/history/field-values';
import {
  dropValues,
  findChange,
  type HistoryChange,
  mapHistory,
} from 'backend/history/read-history';
import { failWith, type Result } from 'shared/result';
import { findNamedRecord, type NamedRecord } from '../entities/named-record';
import type { UndoState } from '../entities/record-history';
import { describeBoth } from '../form/describe-value';
import { getFieldMasking } from '../history/field-masking.server';
import { ERASED_VALUE, getFieldLabel } from '../history/history-rows.server';
import { getHistoryStore } from '../history/history-store.server';
import {
  findTakenBack,
  getUndoState,
  listChangedFields,
  readPresentValues,
} from '../history/undo-state';
import { describeLoadError } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { mask } from '../masking/mask.server';
import { fetchRecord } from '../records/fetch-record.server';
import { findDeleted } from '../records/restore-record.server';
import { getFixedFields } from '../session/permissions';
import type { SignedInUser } from '../session/user';
import { findLaterFields } from './later-fields';
import { planFormerValues } from './plan-former-values.server';
import { settleBriefly } from './settle-changes.server';
import type { PlannedWork, UndoWork } from './undo-work';

/** A field's values after and before the change. */
export interface FieldDifference {
  label: string;
  after: string;
  before: string;
}

/** A change of the history, with its record. */
export interface FoundChange {
  change: HistoryChange;
  record: NamedRecord;
}

interface UndoPlan extends FoundChange {
  differences: FieldDifference[];
  /** Fails with a message for users if the change cannot be taken back. */
  work: Result<UndoWork, string>;
}

const REFUSALS: Readonly<Record<Exclude<UndoState, 'Take back' | 'Changed since'>, string>> = {
  'Taken back': 'This change has already been taken back.',
  Final: 'This change is final. It cannot be taken back.',
  'Not known':
    'It is not known whether this change was made. Open the record, check whether it has these values, and correct it if necessary.',
};

const ERASED = 'The values of this change were erased. It cannot be taken back.';

/**
 * Returns a change and its record, or undefined if there is no such change. Also brings the history of the record up to
 * date (see settleBriefly).
 */
export async function findRecordedChange(id: string): Promise<FoundChange | undefined> {
  const change = await findChange(await getHistoryStore(), id);
  const record = change && findNamedRecord(change.entity, change.recordId);
  if (!change || !record) return undefined;
  await settleBriefly();
  return { change, record };
}

/** Plans how to take a change back. */
export async function planUndo(
  user: SignedInUser,
  { change, record }: FoundChange,
): Promise<UndoPlan> {
  const { entity } = record;
  const store = await getHistoryStore();
  const history = await mapHistory(store, change, dropValues, { beginnings: true });
  const takenBack = findTakenBack(history);
  const plan = { change, record, differences: describeDifferences(record, change.fields) };
  const refuse = (reason: string): UndoPlan => ({ ...plan, work: failWith(reason) });
  if (change.fields.some(({ isErased }) => isErased)) return refuse(ERASED);
  const hasBin = getApiHost().bin !== undefined;
  const state = getUndoState(change, entity, { takenBack, hasBin });
  if (state !== 'Take back') return refuse(REFUSALS[state]);
  const fixed = getFixedFields(user, entity, record.id);
  if (change.fields.some(({ field }) => fixed.includes(field)))
    return refuse('You may not change your own role or status.');
  const later = findLaterFields(change, history, takenBack);
  if (later.length > 0) return refuse(describeLater(record, later));
  const work = await planWork(record, change);
  if (work.ok) return { ...plan, work };
  const { error } = work;
  return refuse(typeof error === 'string' ? error : describeOtherValues(record, error));
}

function planWork(record: NamedRecord, change: HistoryChange): Promise<PlannedWork> | PlannedWork {
  const [field] = change.fields;
  const participant = String(field?.after ?? field?.before ?? '');
  switch (change.action) {
    case 'Update':
      return planFormerValues(record, change);
    case 'Link':
      return { ok: true, value: { kind: 'unlink', participant } };
    case 'Unlink':
      return { ok: true, value: { kind: 'link', participant } };
    case 'Delete':
      return planRestoring(record);
    default:
      return planRemoval(record, change);
  }
}

/** Plans to restore a deleted record. Fails if the record is no longer in the bin. */
async function planRestoring({ entity, id }: NamedRecord): Promise<PlannedWork> {
  const { bin } = getApiHost();
  const found = await findDeleted(entity, id);
  if (!found.ok) return failWith(describeLoadError(found.error, 'bin'));
  if (!bin || found.value === undefined) return failWith(messages.notInBin);
  return { ok: true, value: { kind: 'restore', bin, deletedId: found.value } };
}

/** Plans to delete a record that was added or restored. Fails if it has other values since then. */
async function planRemoval(
  { entity, id }: NamedRecord,
  change: HistoryChange,
): Promise<PlannedWork> {
  const found = await fetchRecord(entity, id);
  if (!found.ok) return failWith(describeLoadError(found.error, entity.singular));
  const changed = listChangedFields(change, entity, readPresentValues(entity, found.value));
  if (changed.length > 0) return failWith(changed);
  return { ok: true, value: { kind: 'remove', record: found.value } };
}

function describeDifferences(
  { entity }: NamedRecord,
  fields: readonly ReadFieldChange[],
): FieldDifference[] {
  return fields.map(({ field, before, after, isErased }) => {
    const label = getFieldLabel(entity, field);
    if (isErased) return { label, after: ERASED_VALUE, before: ERASED_VALUE };
    const input = entity.form?.fields.find(({ name }) => name === field);
    const [shownAfter, shownBefore] = describeBoth(input, after ?? '', before ?? '');
    const masking = getFieldMasking(entity.name, field);
    return { label, after: mask(masking, shownAfter), before: mask(masking, shownBefore) };
  });
}

function describeLater(record: NamedRecord, fields: readonly string[]): string {
  return `The record has changed since: ${listLabels(record, fields)}. Take back the later changes first, or edit the record.`;
}

/** Describes fields that something outside the history has changed, such as an app. */
function describeOtherValues(record: NamedRecord, fields: readonly string[]): string {
  return `The record no longer has the values of this change: ${listLabels(record, fields)}. Edit the record instead.`;
}

function listLabels({ entity }: NamedRecord, fields: readonly string[]): string {
  return fields.map((field) => getFieldLabel(entity, field)).join(', ');
}
