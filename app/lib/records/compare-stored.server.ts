import { toErrorText } from 'shared/error-text';
import type { Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { getRecordId } from '../history/change';
import { compareHistory } from '../history/compare-history';
import { getHistoryStore } from '../history/history-store.server';
import { readMark } from '../history/record-mark';
import { getApiHost } from '../host/host.server';
import { compareWithdrawals } from '../host/remote-withdrawals.server';
import { log } from '../server/log.server';

/**
 * Compares what the panel has stored about a record of a remote host with the record that has this id now. If the host
 * has given the id of a deleted record to this one, sets apart the history and the withdrawal of the earlier record.
 */
export async function compareStored(
  { name, source, parentId }: Entity,
  id: string,
  record: Row,
): Promise<void> {
  if (source || getApiHost().isEmbedded) return;
  const mark = readMark(name, record);
  const recordName = { entity: name, recordId: getRecordId(parentId, id) };
  try {
    await compareHistory(await getHistoryStore(), recordName, mark);
    if (name === 'participant') await compareWithdrawals(new Map([[id, mark]]));
  } catch (error) {
    // The record is shown nevertheless, for example while the disk is full.
    log.error({ error: toErrorText(error) }, 'a record could not be compared with its history');
  }
}
