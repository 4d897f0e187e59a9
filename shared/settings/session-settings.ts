import { z } from 'zod';
import { emailAddress } from '../is-email';
import { onOff } from './kinds';

/** The settings of sessions, of signing in, and of new accounts. */
export const sessionShape = {
  SESSION_SECRET: z
    .string()
    .min(32, 'must be 32 characters or more')
    .optional()
    .describe('signs cookies instead of a key derived from the panel key; 32 characters or more'),
  SESSION_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(30)
    .describe('after how many minutes without a request a session ends'),
  SESSION_MAX_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(168)
    .default(12)
    .describe('after how many hours in all a session ends'),
  SESSION_RECHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(60)
    .describe(
      'after how many seconds the host is asked again whether a signed-in user is still active',
    ),
  SIGN_IN_ATTEMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(5)
    .describe(
      'failed sign-ins in 15 minutes, per account and per network address, after which the user has to wait',
    ),
  ACCOUNT_REQUESTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(5)
    .describe(
      'the maximum number of sign-ups, and of password resets, in an hour from one network address',
    ),
  ACCOUNT_APPROVAL: onOff('on').describe(
    '`on`: an administrator activates accounts that people create for themselves; `off`: they are active at once',
  ),
  ADMIN_EMAIL: emailAddress()
    .default('admin@panel.example')
    .describe("the sign-in name of a new data folder's first administrator"),
};
