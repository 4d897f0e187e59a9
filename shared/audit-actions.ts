import { securityActions } from './security-events';

/** The actions that audit entries name. The audit screen offers them as a filter. */
export const auditActions = [
  'View',
  'Add',
  'Update',
  'Delete',
  'Restore',
  'Export',
  'Import',
  'Login',
  'Logout',
  'Lock',
  'Unlock',
  ...securityActions,
] as const;

export type AuditAction = (typeof auditActions)[number];
