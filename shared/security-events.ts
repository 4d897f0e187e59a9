/**
 * The actions of security events in the audit log. The audit screen offers them as a filter. The entry of an
 * event that has no screen names the screen `Security`.
 */
export const securityActions = [
  'Failed sign-in',
  'Lock-out',
  'Sign-up',
  'Approval',
  'Reset request',
  'Password change',
  'Role change',
  'Status change',
  'Email change',
  'Sessions ended',
  'Refused',
] as const;

export type SecurityAction = (typeof securityActions)[number];

export const SECURITY = 'Security';
