import { type Chain, type ChainHead, lockHead, signHead } from 'shared/chain/chain';
import type { CheckpointPart } from 'shared/checkpoints/write-checkpoints';
import { byName } from 'shared/db/types';
import type { HistoryStore } from './identities';

/** The chain of the rows of `record_change`. */
export const historyChain: Chain = {
  table: 'record_change',
  key: 'seq',
  columns: [
    ...['id', 'at', 'record', 'entity', 'username', 'action', 'request_id', 'fields', 'undoes'],
    'outcome',
  ],
  digest: 'digest',
  head: {
    table: 'history_head',
    where: ['id', 1],
    columns: [
      ['lastId', 'last_seq'],
      ['lastDigest', 'last_digest'],
      ['problem', 'problem'],
      ['key', 'key'],
      ['signature', 'signature'],
    ],
    purpose: 'history head',
    getContent: ({ lastId, lastDigest, problem }) => [lastId, lastDigest, problem],
    isUnsignedWhenEmpty: true,
  },
  words: { chain: 'history', entry: 'Change', entries: 'Changes' },
};

/**
 * Runs `work` in a transaction that has locked the head of the history, so that changes are appended one at a time.
 * Inside a transaction, the work becomes part of that transaction.
 */
export function withLockedHead<Result>(
  { db, ring }: HistoryStore,
  work: (store: HistoryStore, head: ChainHead) => Promise<Result>,
): Promise<Result> {
  const lockAndWork = async (transaction: HistoryStore['db']) => {
    const store = { db: transaction, ring };
    return work(store, await lockHead(store, historyChain));
  };
  return db.isTransaction ? lockAndWork(db) : db.transaction().execute(lockAndWork);
}

/** Signs the head of the history with the current key. With `acknowledge`, accepts the history as it is. */
export function signHistory(
  { db, ring }: HistoryStore,
  options?: { acknowledge: boolean },
): Promise<void> {
  return db
    .transaction()
    .execute((transaction) => signHead({ db: transaction, ring }, historyChain, options));
}

/** Returns the history of records as a part of the checkpoints. */
export function makeHistoryPart({ db }: Pick<HistoryStore, 'db'>): CheckpointPart {
  const chains = [historyChain];
  return { db: byName(db), table: 'shared_setting', command: 'history:verify', chains };
}
