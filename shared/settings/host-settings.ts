import { z } from 'zod';
import { serverShape } from './server-settings';
import { sessionShape } from './session-settings';

/** The setting that only the standalone API host has. */
export const hostShape = {
  HOST_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, 'must have only letters, digits and . _ ~ + / - (RFC 6750)')
    .optional()
    .meta({
      description:
        "the token that callers of `npm run host` must send: 16 characters or more. Without it, the host creates one in the file `host-token` of the data folder and prints the file's name; the token itself is in no log",
      fallback: 'created at the first start',
    }),
};

/** The settings that have other defaults, and partly another meaning, for the standalone API host. */
export const hostPresets = {
  PORT: serverShape.PORT.unwrap().default(3001).describe('the port on which the API host listens'),
  PUBLIC_URL: serverShape.PUBLIC_URL.unwrap()
    .default('http://localhost:3000')
    .describe('the address of the panel, for links in mails'),
  // The default is higher than that of the panel, so that the panel reaches its limit first.
  SIGN_IN_ATTEMPTS: sessionShape.SIGN_IN_ATTEMPTS.unwrap()
    .default(10)
    .describe(
      'failed sign-ins of an account in 15 minutes; a calling address, which usually is a panel, may have twenty times as many',
    ),
};
