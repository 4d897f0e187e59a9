import type { PlannedChange } from 'backend/history/append-changes';
import { type FieldChange, isSameHistoryValue } from 'backend/history/change';
import { allRows, type Filter } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { readRecordValues } from 'shared/record-values/record-values';
import { getEntity } from '../entities';
import { bindToParent } from '../entities/bind-to-parent';
import type { Entity } from '../entities/entity';
import { findNamedRecord, type NamedRecord } from '../entities/named-record';
import { isAbsent } from '../host/absent.server';
import { getApiHost } from '../host/host.server';
import { fetchRows } from '../list/fetch-rows.server';
import { fetchRecord } from '../records/fetch-record.server';

/** The outcome of a change, as the record shows it. `recordId` is the id of the added record, if it was found. */
type JudgedOutcome = { outcome: 'made' | 'not made' | 'unknown'; recordId?: string };

/** The number of newest records among which an addition is searched for. */
const NEWEST = 50;

/**
 * Finds out from the record whether a change with an unknown outcome was made. Returns undefined if the record cannot
 * be read at the moment. If a remote host stores the record and the record does not show the change, the outcome is
 * 'unknown', because the host may still make the change.
 */
export async function judgeChange(change: PlannedChange): Promise<JudgedOutcome | undefined> {
  const { entity, recordId, action } = change;
  if (action === 'Password change') return { outcome: 'unknown' };
  const record = findNamedRecord(entity, recordId ?? '');
  if (!record) return { outcome: 'unknown' };
  switch (action) {
    case 'Add':
      return judgeAddition(record.entity, change.fields);
    case 'Update':
      return judgeUpdate(record, change.fields);
    case 'Delete':
    case 'Restore':
      return judgePresence(record, action === 'Restore');
    case 'Link':
    case 'Unlink':
      return judgeLink(record.id, change.fields, action === 'Link');
  }
}

/** Returns the verdict on a change that the record does not show. */
function judgeUnmade({ source }: Pick<Entity, 'source'>): JudgedOutcome {
  const isSure = source === 'documents' || getApiHost().conforms;
  return { outcome: isSure ? 'not made' : 'unknown' };
}

async function judgeUpdate(
  record: NamedRecord,
  fields: readonly FieldChange[],
): Promise<JudgedOutcome | undefined> {
  if (fields.length === 0) return { outcome: 'not made' };
  const found = await fetchRecord(record.entity, record.id);
  if (!found.ok) return isAbsent(found.error) ? { outcome: 'unknown' } : undefined;
  if (hasValues(record.entity, found.value, fields, 'after')) return { outcome: 'made' };
  return hasValues(record.entity, found.value, fields, 'before')
    ? judgeUnmade(record.entity)
    : { outcome: 'unknown' };
}

async function judgePresence(
  record: NamedRecord,
  shouldExist: boolean,
): Promise<JudgedOutcome | undefined> {
  const found = await fetchRecord(record.entity, record.id);
  if (!found.ok && !isAbsent(found.error)) return undefined;
  return found.ok === shouldExist ? { outcome: 'made' } : judgeUnmade(record.entity);
}

/** Searches the newest records for one that has all values of the addition. */
async function judgeAddition(
  entity: Entity,
  fields: readonly FieldChange[],
): Promise<JudgedOutcome | undefined> {
  const label = fields.find(({ field }) => field === entity.label)?.after;
  const filters: Filter[] =
    typeof label === 'string' ? [{ kind: 'exact', field: entity.label, equals: label }] : [];
  const sort = { field: entity.key, descending: true };
  const result = await fetchRows(entity, { ...allRows, size: NEWEST, sort, filters });
  if (!result.ok) return undefined;
  const found = result.value.rows.find((row) => hasValues(entity, row, fields, 'after'));
  return found ? { outcome: 'made', recordId: toText(found[entity.key]) } : judgeUnmade(entity);
}

async function judgeLink(
  phone: string,
  fields: readonly FieldChange[],
  shouldBeLinked: boolean,
): Promise<JudgedOutcome | undefined> {
  const list = bindToParent(getEntity('linked-participant'), phone);
  const number = fields.map(({ before, after }) => toText(after ?? before)).join();
  const filters: Filter[] = [{ kind: 'exact', field: 'part_number', equals: number }];
  const result = await fetchRows(list, { ...allRows, size: 1, filters });
  if (!result.ok) return undefined;
  return result.value.rows.length > 0 === shouldBeLinked ? { outcome: 'made' } : judgeUnmade(list);
}

/** Returns whether a row has the values from one side of a change. */
function hasValues(
  entity: Entity,
  row: Row,
  fields: readonly FieldChange[],
  side: 'before' | 'after',
): boolean {
  const stored = readRecordValues(entity.form?.fields ?? [], row);
  return fields.every((change) =>
    isSameHistoryValue(stored[change.field] ?? toText(row[change.field]), change[side]),
  );
}
