import { z } from 'zod';
import { emailAddress } from '../is-email';
import { onOff } from './kinds';

/** The settings of sessions, of signing in, and of the rights of roles. */
export const sessionShape = {
  /** The secret that signs cookies. Defaults to a key derived from the panel key. */
  SESSION_SECRET: z.string().min(32, 'must be 32 characters or more').optional(),
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  SESSION_MAX_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  /** The interval in seconds at which the panel asks the host whether a signed-in user is still active. */
  SESSION_RECHECK_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  /** The number of failed sign-ins in 15 minutes, per account and per address, before the user has to wait. */
  SIGN_IN_ATTEMPTS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** The maximum number of sign-ups, and of password resets, per hour and address. */
  ACCOUNT_REQUESTS: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** True if an administrator must activate accounts that people create for themselves. */
  ACCOUNT_APPROVAL: onOff('on'),
  /** True if researchers can view all data but change nothing. */
  RESEARCHERS_READ_ONLY: onOff('off'),
  /** The files that researchers can export. `pseudonymised` also excludes free text. */
  RESEARCHERS_EXPORT: z.enum(['full', 'pseudonymised', 'off']).default('full'),
  /**
   * True if researchers can add, change and delete users. If false, only administrators can, and nobody can
   * change their own role or status.
   */
  RESEARCHERS_MANAGE_USERS: onOff('on'),
  /** The users who must set up a second factor before they can use the panel. Everybody may set one up. */
  REQUIRE_SECOND_FACTOR: z.enum(['off', 'administrators', 'all']).default('off'),
  /** The sign-in name of a new data folder's first administrator. */
  ADMIN_EMAIL: emailAddress().default('admin@panel.example'),
};
