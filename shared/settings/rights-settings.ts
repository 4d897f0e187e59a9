import { z } from 'zod';
import { onOff } from './kinds';

/** The settings of what roles may do, and of how personal data are protected. */
export const rightsShape = {
  RESEARCHERS_READ_ONLY: onOff('off').describe(
    '`on`: researchers can see everything and change nothing',
  ),
  RESEARCHERS_EXPORT: z.enum(['full', 'pseudonymised', 'off']).default('full').meta({
    description:
      '`pseudonymised`: researchers export personal data only in pseudonymised files without free text; `off`: they export nothing',
    page: 'exports.md#who-may-export',
  }),
  RESEARCHERS_MANAGE_USERS: onOff('on').describe(
    '`off`: only administrators add, change and delete users, and nobody changes their own role or status',
  ),
  REQUIRE_SECOND_FACTOR: z.enum(['off', 'administrators', 'all']).default('off').meta({
    description:
      '`administrators` or `all`: these users must set up a second factor before they can use the panel',
    page: 'operations.md#second-factor',
  }),
  MASK_IDENTIFIERS: onOff('off').meta({
    description:
      '`on`: pages show phone numbers as `+260 ••• ••1 001` and dates of birth as ages; a button reveals one value, and the access log says so',
    page: 'operations.md#masked-values',
  }),
  SMALL_CELLS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe(
      'the least number of records that exported summaries and weekly mails show: smaller numbers are replaced by a mark, and so are others from which they could be computed; `0` or `1` shows all numbers',
    ),
  ACCESS_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(365)
    .describe('the days after which entries of the access log are deleted'),
};
