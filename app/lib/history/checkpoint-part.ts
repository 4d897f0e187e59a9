import type { CheckpointPart } from 'shared/checkpoints/write-checkpoints';
import { byName } from 'shared/db/types';
import { checkHistoryHead } from './chain';
import type { HistoryStore } from './identities';

/** The table of the history, whose head the checkpoints contain. */
export const HISTORY_TABLE = 'record_change';

/** Returns the history of records as a part of the checkpoints. */
export function makeHistoryPart({ db, ring }: HistoryStore): CheckpointPart {
  return {
    settings: { db: byName(db), table: 'shared_setting' },
    command: 'history:verify',
    async readHeads() {
      const head = await db.selectFrom('history_head').selectAll().executeTakeFirst();
      if (!head)
        throw new Error('The head of the history was removed: run npm run history:verify.');
      const { last_seq: id, last_digest: digest } = head;
      const isSigned = checkHistoryHead(head, ring) === 'signed';
      return [{ table: HISTORY_TABLE, id, digest, isSigned }];
    },
  };
}
