import type { Item } from './read-envelope';
import { securityActions } from './security-events';

/** The actions that audit entries name. The audit screen offers them as a filter. */
export const auditActions = [
  'View',
  'Add',
  'Update',
  'Delete',
  'Export',
  'Import',
  'Login',
  'Logout',
  ...securityActions,
] as const;

export type AuditAction = (typeof auditActions)[number];

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
