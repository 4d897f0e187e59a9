import { getDialect } from 'shared/db/dialect-of';
import type { SqlRow } from 'shared/db/types';
import { LONG_TEXT, SHORT_TEXT } from 'shared/entities/fields';
import { z } from 'zod';
import { transact } from '../db/transaction';
import type { Database } from '../db/types';
import type { Envelope } from '../wire/envelope';
import { entryText } from '../wire/fields';
import { appendEntries, auditLogChain, type ChainEntry } from './chain';

/** An audit entry that a caller in the same process passes with a change. */
export interface CallerEntry {
  username: string;
  /** The title of the screen on which the change was made. */
  title: string;
  action: string;
  /** Returns the description of the change that was made, given the items of the host's answer. */
  describe: (items: readonly SqlRow[]) => string;
}

/** Stores in the transaction of a change what else belongs to it, such as its history. Must have no other effect. */
export type AlsoStore = (transaction: Database, items: readonly SqlRow[]) => Promise<void>;

/** Compares a record, as `{name}/id` answers it, with what the caller has read. */
export type IsCurrent = (record: SqlRow) => boolean;

/** The context of a request that changes something, besides its fields. */
export interface Change {
  db: Database;
  /** The study's local time. */
  now: string;
  /** The idempotency key: the same for every attempt to send the request. */
  key?: string;
  /** The id of the caller's request. */
  requestId?: string;
  /** The entries of callers in the same process; clients over HTTP send `audit/update` themselves. */
  entries?: readonly CallerEntry[];
  /** Passed by callers in the same process, like the entries. Not called for a change that was already made. */
  alsoStore?: AlsoStore;
  /**
   * Returns whether a record is still as the caller has read it. Passed by callers in the same process. Called in the
   * transaction of a change or deletion, which is refused otherwise.
   */
  isCurrent?: IsCurrent;
}

/** A security event caused by the change of a record, with an entry of its own. */
export interface RecordEvent {
  action: string;
  description: string;
}

/**
 * Appends the audit entries of a change and returns its answer. `username` replaces the user of the entries.
 * Each of the `events` gets an entry of its own, with the user and screen of the first entry of the change.
 */
export type Note = (
  answer: Envelope,
  more?: { username?: string; events?: readonly RecordEvent[] },
) => Promise<Envelope>;

const texts = z.object({
  username: entryText(SHORT_TEXT),
  title: entryText(SHORT_TEXT),
  action: entryText(SHORT_TEXT),
  description: entryText(LONG_TEXT),
});

/**
 * Runs `work` in a transaction (`transact`). The work must call `note` to append the audit entries of the change, and to
 * store what else the caller stores, in the same transaction. It must not call `note` when it refuses the change or when
 * the change was already made.
 *
 * On PostgreSQL, `chain_head` is locked before `work` locks the table of the entity. All transactions lock in
 * this order, which prevents deadlocks. A transaction that locks only the entity's table (staging an import, a
 * save without entries) must not append entries.
 */
export function transactWithEntries(
  { db, now, entries = [], alsoStore }: Change,
  work: (transaction: Database, note: Note) => Promise<Envelope>,
): Promise<Envelope> {
  return transact(db, async (transaction) => {
    // On PostgreSQL, must precede all reads: a serializable transaction that waits later would fail and be repeated.
    if (entries.length > 0) await getDialect(transaction).lockTable(transaction, 'chain_head');
    return work(transaction, async (answer, { username, events = [] } = {}) => {
      const eventEntries = entries.slice(0, 1).flatMap((entry) =>
        events.map(({ action, description }) => ({
          ...entry,
          action,
          describe: () => description,
        })),
      );
      const rows = [...entries, ...eventEntries].map((entry) =>
        buildRow(entry, answer, now, username),
      );
      if (rows.length > 0) await appendEntries(transaction, auditLogChain, rows);
      await alsoStore?.(transaction, answer.items ?? []);
      return answer;
    });
  });
}

function buildRow(
  entry: CallerEntry,
  { items }: Envelope,
  now: string,
  username?: string,
): ChainEntry<typeof auditLogChain> {
  const row = texts.parse({
    username: username ?? entry.username,
    title: entry.title,
    action: entry.action,
    description: entry.describe(items ?? []),
  });
  return {
    audit_username: row.username,
    audit_title: row.title,
    audit_action: row.action,
    audit_description: row.description,
    audit_date: now,
  };
}
