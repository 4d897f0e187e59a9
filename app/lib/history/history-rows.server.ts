import { declarations } from 'shared/entities';
import type { Row } from 'shared/list/memory';
import { getEntity } from '../entities';
import type { Entity } from '../entities/entity';
import { describeBeginning } from '../form/describe-value';
import { LINK_FIELD, PASSWORD_FIELD } from './change';
import { getIdentifying, isIdentifyingChange, type ReadFieldChange } from './field-values';
import { readHistoryAddress } from './history-address.server';
import { getHistoryStore } from './history-store.server';
import { dropValues, type HistoryChange, mapHistory } from './read-history';
import { findTakenBack, getUndoState } from './undo-state';

/** The maximum number of characters of a value in the list. */
const MAX_SHOWN = 1_000;
/** The maximum number of fields of a change. Rows are numbered by change and field. */
const FIELDS = 1_000;
/** Stands for a value that can no longer be decrypted. */
export const ERASED_VALUE = 'Erased';

/**
 * Returns the rows of a history: one for each field of each change. `hasBin` is true if the host can restore deleted
 * records.
 */
export async function readHistoryRows({ historyOf }: Entity, hasBin: boolean): Promise<Row[]> {
  const declaration = declarations.find(({ name }) => name === historyOf?.entity);
  if (!historyOf || !declaration) return [];
  const entity = getEntity(declaration.name);
  const name = readHistoryAddress(historyOf);
  const map = (change: HistoryChange) => ({
    change: dropValues(change),
    rows: buildRows(entity, change),
  });
  const parts = await mapHistory(await getHistoryStore(), name, map, { beginnings: true });
  const takenBack = findTakenBack(parts.map(({ change }) => change));
  return parts.flatMap(({ change, rows }) => {
    const change_undo = getUndoState(change, entity, { takenBack, hasBin });
    return rows.map((row) => Object.assign(row, { change_undo }));
  });
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
    // Rows are shown in descending order, and the fields of a change in the order of the form.
    change_no: change.seq * FIELDS + FIELDS - 1 - index,
    change_field: getFieldLabel(entity, field.field),
    is_identifying: isIdentifyingChange(entity.name, field),
    // Describing a rich text takes a millisecond, so only the rows that are shown or searched do it.
    get change_before() {
      return describeSide(entity, field, 'before');
    },
    get change_after() {
      return describeSide(entity, field, 'after');
    },
  }));
}

/** Returns the label of a field in the form or the list. */
export function getFieldLabel({ form, list }: Entity, field: string): string {
  if (field === LINK_FIELD) return 'Linked participant';
  if (field === PASSWORD_FIELD) return 'Password';
  const input = form?.fields.find(({ name }) => name === field);
  return input?.label ?? list.columns.find((column) => column.field === field)?.title ?? field;
}

function describeSide(entity: Entity, change: ReadFieldChange, side: 'before' | 'after'): string {
  if (change.isErased) return ERASED_VALUE;
  if (change.field === PASSWORD_FIELD) return side === 'after' ? 'Changed' : '';
  const field = entity.form?.fields.find(({ name }) => name === change.field);
  const text = describeBeginning(field, change[side] ?? '');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text;
}
