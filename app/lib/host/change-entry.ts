import type { AuditAction } from 'shared/audit-actions';
import type { Item } from './read-envelope';

export interface AuditEntry {
  username: string;
  /** The screen's title. */
  title: string;
  action: AuditAction;
  description: string;
}

/** The entry of a change that is about to be made. */
export interface ChangeEntry extends Omit<AuditEntry, 'description'> {
  /** Describes the attempt without any value that was typed: 'Adding country'. */
  attempt: string;
  /** Returns the description of the change once it is made, from the items that the host answers with. */
  describe: (items: readonly Item[]) => string;
  /** True if the embedded host derives this entry from the record, in the transaction of the change. */
  isDerived?: boolean;
  /**
   * Returns the name of the user, if only the answer of a remote host identifies them; '' leaves `username` as
   * it is.
   */
  usernameIn?: (items: readonly Item[]) => string;
}
