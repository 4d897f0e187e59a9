import type { Row } from 'shared/list/memory';

/** An access of the log, as its page describes it. */
export interface StoredAccess {
  id: number;
  username: string;
  /** The time in the study's time zone, as `YYYY-MM-DD HH:MM:SS`. */
  date: string;
  kind: string;
  /** The name of the entity whose screen or export showed the records. */
  list: string;
  /** The records as text. Empty if the access has many. */
  records: string;
}

/** A part of the access log: the accesses of a user, those to a record, or the records of one access. */
export interface AccessScope {
  /** See lib/session/user-key.server.ts. */
  userKey?: string;
  /** The name of the record's entity, and the record's name in addresses. */
  record?: { entity: string; name: string };
  /** The access whose records the list shows. */
  access?: StoredAccess;
  /** Adds the names of the records to the rows of a page. */
  nameRecords?: (rows: readonly Row[]) => Promise<Row[]>;
}

/** A record whose history a list shows. */
export interface HistoryScope {
  entity: string;
  /** The record's id as the address contains it. */
  address: string;
  /**
   * The record as it is now. The list compares it with the changes to find those that can no longer be taken back. Null
   * if the record does not exist, undefined if it was not read.
   */
  present?: Row | null;
}
