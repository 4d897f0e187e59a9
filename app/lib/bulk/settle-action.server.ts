import type { Entity } from '../entities/entity';
import { getRecordId } from '../history/change';
import { getLockOwner } from '../server/owner.server';
import type { BulkAction, BulkRecord } from './bulk-action';
import { noteOutcome, readRecords } from './bulk-records.server';
import { endAction } from './bulk-store.server';
import { findRunChange, peekRunChange, type RunChange } from './find-run-change.server';
import { endings, isRunningHere } from './run-action.server';

/** The maximum number of records whose unknown outcome is looked up each time the page is loaded. */
const MAX_LOOKED_UP = 50;
const NOT_KNOWN = 'It is not known whether it was changed. Look at the record.';

/**
 * Marks a bulk action as ended if its process has ended. Looks up in the history which of the records that were being
 * changed have been changed. Returns false if the action is still running.
 */
export async function settleAbandoned(action: BulkAction, entity: Entity): Promise<boolean> {
  const { token, run, runner = '' } = action;
  const { name, isAlive } = await getLockOwner();
  const isHere = runner === (await name());
  if (isHere ? isRunningHere(token) : await isAlive(runner)) return false;
  for (const record of await readRecords(action, { outcomes: ['begun'] })) {
    const change = await findRunChange(run, nameRecord(entity, record));
    await noteFound(action, record, change, { outcome: null, note: '' });
  }
  await endAction(token, endings.stopped);
  return true;
}

/** Looks up in the history whether the records with an unknown outcome have been changed, and stores the outcome. */
export async function settleUnknown(action: BulkAction, entity: Entity): Promise<void> {
  const records = await readRecords(action, { outcomes: ['unknown'], limit: MAX_LOOKED_UP });
  for (const record of records) {
    const change = await peekRunChange(action.run, nameRecord(entity, record));
    await noteFound(action, record, change, { outcome: 'failed', note: record.note });
  }
}

async function noteFound(
  action: BulkAction,
  { n, note }: BulkRecord,
  change: RunChange | 'pending' | undefined,
  unchanged: { outcome: 'failed' | null; note: string },
): Promise<void> {
  if (change === undefined) return noteOutcome(action, n, unchanged.outcome, unchanged.note);
  if (change === 'pending' || change.outcome === 'unknown')
    return noteOutcome(action, n, 'unknown', note || NOT_KNOWN);
  return noteOutcome(action, n, 'done');
}

function nameRecord({ name, parentId }: Entity, { id }: BulkRecord) {
  return { entity: name, recordId: getRecordId(parentId, id) };
}
