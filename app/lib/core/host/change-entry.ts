import type { Database } from 'backend/db/types';
import type { PlannedChange } from 'backend/history/append-changes';
import type { AuditAction } from 'shared/audit-actions';
import type { Item } from './read-envelope';

export interface AuditEntry {
  username: string;
  /** The screen's title. */
  title: string;
  action: AuditAction;
  description: string;
}

/** The audit entry of a change that has not been made yet. */
export interface ChangeEntry extends Omit<AuditEntry, 'description'> {
  /** The description of the attempt, such as 'Adding country'. Contains no user input. */
  attempt: string;
  /** Returns the description of the completed change. `items` are the items of the host's answer. */
  describe: (items: readonly Item[]) => string;
  /** True if the embedded host derives this entry from the record, in the transaction of the change. */
  isDerived?: boolean;
  /**
   * Finds the username in the items of a remote host's answer. Used for changes that do not name their user, such as a
   * password that is set with a link. If this function returns an empty string, the entry has `username`.
   */
  findUsername?: (items: readonly Item[]) => string;
}

/** The parts of a change that are known only from the host's answer, such as the id of an added record. */
type Completion = Partial<Pick<PlannedChange, 'recordId' | 'fields' | 'username' | 'mark'>>;

/** The history of a change that is about to be made. */
export interface ChangeHistory {
  change: PlannedChange;
  /** Returns the parts of the change that are known only from the items of the host's answer. */
  complete?: (items: readonly Item[]) => Completion;
}

/** Stores what belongs to a change, given the items of the host's answer. May run more than once. */
export type StoreWithChange = (db: Database, items: readonly Item[]) => Promise<void>;
