/**
 * What the audit log calls the events that concern security; the audit screen offers them as a filter. Where
 * no screen stands behind one, its entry names the screen `Security`.
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

/** Stands for a name that no account has: people type passwords there. */
export const UNKNOWN_ACCOUNT = 'unknown account';

/** Stands for a name of which the panel cannot tell whether an account has it. */
export const SOME_ACCOUNT = 'an account';
