import {
  getLinkedNumber,
  LINK_FIELD,
  PASSWORD_FIELD,
  type RecordName,
} from 'backend/history/change';
import {
  getIdentifying,
  isIdentifyingChange,
  type ReadFieldChange,
} from 'backend/history/field-values';
import type { HistoryStore } from 'backend/history/identities';
import { dropValues, type HistoryChange, mapHistory } from 'backend/history/read-history';
import { cutText } from 'shared/cut-text';
import { declarations } from 'shared/entities';
import type { ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { getEntity } from '../entities';
import type { Entity } from '../entities/entity';
import { describeBeginning } from '../form/describe-value';
import { isMasked, type Maskable, mask, phoneNumberField, tellsWho } from '../masking/mask.server';
import { queryRows } from '../rows/query-rows.server';
import { getFieldMasking } from './field-masking.server';
import { readHistoryAddress } from './history-address.server';
import { getHistoryStore } from './history-store.server';
import { findTakenBack, getUndoState, isChangedSince, readPresentValues } from './undo-state';

/** The maximum number of characters of a value in the list. */
const MAX_SHOWN = 1_000;
/** The maximum number of fields of a change. The number of a row is computed from those of the change and the field. */
const FIELDS = 1_000;

interface History {
  store: HistoryStore;
  /** The entity of the record. */
  entity: Entity;
  name: RecordName;
  /** The record as it is now. See HistoryScope. */
  present: Row | null | undefined;
}

/** The text that lists show for a value that can no longer be decrypted. */
export const ERASED_VALUE = 'Erased';

/**
 * Returns the page of a history that a query requests, with a row for each field of each change. `hasBin` is true if
 * the host can restore deleted records.
 */
export async function readHistoryPage(
  list: Entity,
  query: ListQuery,
  hasBin: boolean,
): Promise<ListPage> {
  const entity = declarations.find(({ name }) => name === list.historyOf?.entity);
  if (!list.historyOf || !entity) return { rows: [], total: 0 };
  const history: History = {
    store: await getHistoryStore(),
    entity: getEntity(entity.name),
    name: readHistoryAddress(list.historyOf),
    present: list.historyOf.present,
  };
  // Describing a rich text takes a millisecond, and the values of a long history need much memory. Therefore only rows
  // that are shown or searched get values.
  const withValues = query.size === undefined || comparesValues(query);
  const rows = await readRows(history, hasBin, withValues);
  const page = queryRows(list, rows, query);
  const shown = withValues ? page.rows : await addValues(history, page.rows);
  // Without a size, the rows are exported.
  return { ...page, rows: query.size === undefined ? shown : shown.map(maskRow) };
}

/** Returns a row with values as pages may show them. Filters and exports use the values themselves. */
function maskRow(row: Row): Row {
  const { change_masked, change_before, change_after, is_identifying, linked_number } = row;
  const field: Maskable = { masked: change_masked as Maskable['masked'] };
  const values = [change_before, change_after];
  if (!values.some((value) => isMasked(field, value))) return row;
  const [before, after] = values.map((value) => mask(field, toText(value)));
  return {
    ...row,
    change_before: before,
    change_after: after,
    is_identifying:
      is_identifying && values.some((value) => toText(value) && tellsWho(field, value)),
    linked_number: isMasked(phoneNumberField, linked_number) ? undefined : linked_number,
  };
}

function comparesValues({ q, filters, sort }: ListQuery): boolean {
  const fields = [sort?.field, ...filters.map(({ field }) => field)];
  return q !== undefined || fields.includes('change_before') || fields.includes('change_after');
}

async function readRows(
  { store, entity, name, present }: History,
  hasBin: boolean,
  withValues: boolean,
): Promise<Row[]> {
  const presentValues = present && readPresentValues(entity, present);
  const map = (change: HistoryChange) => {
    const values = withValues ? describeValues(entity, change) : [];
    const rows = buildRows(entity, change).map((row, index) => ({ ...row, ...values[index] }));
    const isChanged = presentValues !== undefined && isChangedSince(change, entity, presentValues);
    return { change: dropValues(change), rows, isChanged };
  };
  const parts = await mapHistory(store, name, map, { beginnings: true });
  const takenBack = findTakenBack(parts.map(({ change }) => change));
  return parts.flatMap(({ change, rows, isChanged }) => {
    const state = getUndoState(change, entity, { takenBack, hasBin });
    const change_undo = state === 'Take back' && isChanged ? 'Changed since' : state;
    return rows.map((row) => Object.assign(row, { change_undo }));
  });
}

/** Reads the changes of rows once more, and returns the rows with their values. */
async function addValues({ store, entity, name }: History, rows: readonly Row[]): Promise<Row[]> {
  const seqs = [...new Set(rows.map(({ change_no }) => Math.floor(Number(change_no) / FIELDS)))];
  if (seqs.length === 0) return [];
  const values = new Map<unknown, Row>();
  const map = (change: HistoryChange) => {
    for (const [index, value] of describeValues(entity, change).entries())
      values.set(numberRow(change, index), value);
  };
  await mapHistory(store, name, map, { beginnings: true, seqs });
  return rows.map((row) => ({ ...row, ...values.get(row.change_no) }));
}

function buildRows(entity: Entity, change: HistoryChange): Row[] {
  const row = {
    change_id: change.id,
    record_entity: change.entity,
    record_id: change.recordId,
    is_secret: getIdentifying(entity.name, entity.key) !== false,
    is_identifying: false,
    change_date: new Date(change.at).toISOString(),
    change_user: change.username,
    change_action: change.action,
  };
  // A record that could not be read before its deletion has no values.
  if (change.fields.length === 0)
    return [{ ...row, change_no: change.seq * FIELDS, change_field: '', change_before: '' }];
  return change.fields.map((field, index) => ({
    ...row,
    change_no: numberRow(change, index),
    change_field: getFieldLabel(entity, field.field),
    change_masked: getFieldMasking(entity.name, field.field).masked,
    is_identifying: isIdentifyingChange(entity.name, field),
    linked_number: getLinkedNumber(field),
  }));
}

/**
 * Returns the number of a row. As rows are shown in descending order, the first field of a change has the highest
 * number.
 */
function numberRow({ seq }: HistoryChange, index: number): number {
  return seq * FIELDS + FIELDS - 1 - index;
}

/** Returns the label of a field in the form or the list. */
export function getFieldLabel({ form, list }: Entity, field: string): string {
  if (field === LINK_FIELD) return 'Linked participant';
  if (field === PASSWORD_FIELD) return 'Password';
  const input = form?.fields.find(({ name }) => name === field);
  return input?.label ?? list.columns.find((column) => column.field === field)?.title ?? field;
}

/** Returns the values of each field of a change as the list shows them. */
function describeValues(entity: Entity, { fields }: HistoryChange): Row[] {
  return fields.map((field) => ({
    change_before: describeSide(entity, field, 'before'),
    change_after: describeSide(entity, field, 'after'),
  }));
}

function describeSide(entity: Entity, change: ReadFieldChange, side: 'before' | 'after'): string {
  if (change.isErased) return ERASED_VALUE;
  if (change.field === PASSWORD_FIELD) return side === 'after' ? 'Changed' : '';
  const field = entity.form?.fields.find(({ name }) => name === change.field);
  const text = describeBeginning(field, change[side] ?? '');
  const shown = text.length > MAX_SHOWN ? `${cutText(text, MAX_SHOWN)} …` : text;
  // A copy, because a slice of a string keeps the whole string in memory.
  return Buffer.from(shown).toString();
}
