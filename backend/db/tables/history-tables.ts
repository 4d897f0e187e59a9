/** The history of records. */
export interface HistoryTables {
  /**
   * The records that have a history: see backend/history/identities.ts. Deleting a row makes it unknown which record its
   * changes belong to, and makes their identifying values unreadable. Verifying the history notices that.
   */
  record_identity: {
    /** 128 random bits. */
    id: string;
    entity: string;
    /** The keyed digest of the record's id. Null for an addition whose outcome is not known. */
    digest: string | null;
    /** The record's id and the key of its values, encrypted. */
    sealed: string;
  };
  /** Changes that are being made: see backend/history/pending.ts. */
  pending_change: {
    id: string;
    /** The process that makes the change. */
    owner: string;
    /** Milliseconds since the epoch. */
    created_at: number;
    /** Encrypted. */
    content: string;
  };
  /** The history of records: see backend/history/chain.ts. Rows are only added. */
  record_change: {
    seq: number;
    id: string;
    /** Milliseconds since the epoch. */
    at: number;
    /** The id of the record's identity. */
    record: string;
    entity: string;
    username: string;
    action: string;
    request_id: string | null;
    /** The values before and after as JSON. Identifying values are encrypted. */
    fields: string;
    /** The id of the change that this change takes back. */
    undoes: string | null;
    outcome: 'made' | 'unknown';
    /** Covers the other columns and the digest of the row before. */
    digest: string;
  };
  /**
   * The head of the history: one row with the id 1. It holds the number and the digest of the newest change, and their
   * signature.
   */
  history_head: {
    id: number;
    last_seq: number;
    last_digest: string;
    /** Describes where a head without a valid signature was found. */
    problem: string | null;
    key: string | null;
    signature: string | null;
  };
}
