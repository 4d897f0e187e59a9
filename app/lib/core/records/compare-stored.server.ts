import { getRecordId } from 'backend/history/change';
import { compareHistory } from 'backend/history/compare-history';
import { toErrorText } from 'shared/error-text';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { getHistoryStore } from '../history/history-store.server';
import { compareWithdrawals } from '../host/remote-withdrawals.server';
import { log } from '../server/log.server';
import { markRecord } from './mark-record.server';

/**
 * Compares what the panel has stored about a record of a remote host with the record that has this id now. If the host
 * has given the id of a deleted record to this one, sets apart the history and the withdrawal of the earlier record.
 */
export async function compareStored(entity: Entity, id: string, record: Row): Promise<void> {
  const { name, parentId } = entity;
  const mark = markRecord(entity, record);
  if (!mark) return;
  const recordName = { entity: name, recordId: getRecordId(parentId, id) };
  try {
    await compareHistory(await getHistoryStore(), recordName, mark);
    if (name === 'participant') await compareWithdrawals(new Map([[id, mark]]));
  } catch (error) {
    // The record is shown nevertheless, for example while the disk is full.
    log.error({ error: toErrorText(error) }, 'a record could not be compared with its history');
  }
}
