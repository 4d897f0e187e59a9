/** Erasures and withdrawals of participants. */
export interface ErasureTables {
  /** The erasures that are running or completed: see lib/erasure/erasure-store.server.ts. */
  erasure: {
    /** 128 random bits. The address of the certificate contains it. */
    id: string;
    /** A keyed digest of the participant's id, so that a participant has at most one erasure. */
    participant: string;
    state: 'running' | 'completed';
    username: string;
    /** The plan of a running erasure, or the certificate of a completed one, encrypted. */
    content: string;
    /** Milliseconds since the epoch, like `completed_at`. */
    created_at: number;
    completed_at: number | null;
  };
  /** Erasures whose participants were not in a restored database: see lib/erasure/compared-erasures.server.ts. */
  compared_erasure: {
    /** The address of the API host that was compared, or `embedded`. */
    host: string;
    /** The id of the erasure. */
    id: string;
  };
  /** Digests of what encrypted items mention, by which erasures find them: see lib/digests/item-digests.server.ts. */
  item_digest: {
    kind: string;
    /** Identifies the item among those of its kind. */
    item: string;
    /** The id of the panel key with which the digests were computed. */
    key: string;
    /** The keyed digests of words and of names of records, in one text. */
    digests: string;
  };
  /** Withdrawn participants of hosts that have no field for it: see lib/host/remote-withdrawals.server.ts. */
  withdrawal: {
    /** The address of the host. */
    host: string;
    /** The id of the participant, with its place if the host has given the id again (backend/history/earlier-id.ts). */
    participant: string;
    /** Has the format `YYYY-MM-DD`. */
    withdrawn_on: string;
    reason: string | null;
    /** The mark of the participant (backend/history/record-mark.ts), encrypted. Null if it is not known. */
    mark: string | null;
  };
}
