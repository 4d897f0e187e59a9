/** The actions of security events in the audit log. The audit screen offers them as a filter. */
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
  'Second factor',
  'Refused',
] as const;

export type SecurityAction = (typeof securityActions)[number];

/** The name of the screen in the audit entry of a security event that has no screen. */
export const SECURITY = 'Security';
