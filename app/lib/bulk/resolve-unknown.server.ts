import { getRecordId } from 'backend/history/change';
import type { Entity } from '../core/entities/entity';
import type { BulkAction, BulkRecord } from './bulk-action';
import { readSelected, storeRecordOutcome } from './bulk-records.server';
import { findRunChange, peekRunChange, type RunChange } from './find-run-change.server';

/** The maximum number of records whose unknown outcome is looked up each time the page is loaded. */
const MAX_LOOKED_UP = 50;
const NOT_KNOWN = 'It is not known whether it was changed. Look at the record.';

/**
 * Looks up in the history whether the records have been changed that were being changed when the action ended, or whose
 * outcome is unknown. Stores the outcomes.
 */
export async function resolveUnknown(action: BulkAction, entity: Entity): Promise<void> {
  const { run } = action;
  for (const record of await readSelected(action, { outcomes: ['begun'] })) {
    const change = await findRunChange(run, toRecordName(entity, record));
    await storeFoundOutcome(action, record, change, { outcome: null, note: '' });
  }
  const outcomes = ['unknown'] as const;
  for (const record of await readSelected(action, { outcomes, limit: MAX_LOOKED_UP })) {
    const change = await peekRunChange(run, toRecordName(entity, record));
    await storeFoundOutcome(action, record, change, { outcome: 'failed', note: record.note });
  }
}

async function storeFoundOutcome(
  action: BulkAction,
  { n, note }: BulkRecord,
  change: RunChange | 'pending' | undefined,
  unchanged: { outcome: 'failed' | null; note: string },
): Promise<void> {
  if (change === undefined) return storeRecordOutcome(action, n, unchanged.outcome, unchanged.note);
  if (change === 'pending' || change.outcome === 'unknown')
    return storeRecordOutcome(action, n, 'unknown', note || NOT_KNOWN);
  return storeRecordOutcome(action, n, 'done');
}

function toRecordName({ name, parentId }: Entity, { id }: BulkRecord) {
  return { entity: name, recordId: getRecordId(parentId, id) };
}
