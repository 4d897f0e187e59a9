import { z } from 'zod';
import { onOff, serverAddress } from './kinds';

/** The settings of what is stored, where and for how long. */
export const dataShape = {
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe("the data folder: the study's database, and uploaded files"),
  DATABASE_URL: serverAddress(/^postgres(ql)?$/, 'postgres://user:password@server:5432/name')
    .optional()
    .meta({
      description:
        'a PostgreSQL database for everything but files; several panels may share it. In the user name and password of an address, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25',
      example: 'postgres://panel:password@localhost:5432/panel',
      page: 'operations.md#postgresql-and-several-panels',
    }),
  FILES_DIR: z.string().min(1).optional().meta({
    description:
      "the folder of the embedded host's uploaded files; panels that share a database share it too",
    fallback: '`files` in `DATA_DIR`',
  }),
  BIN_DAYS: z.coerce.number().int().min(0).max(3_650).default(30).meta({
    description:
      'for how many days deleted records of the embedded host can be restored from the bin; `0`: records are deleted for good at once',
    page: 'operations.md#deleted-records',
  }),
  BULK_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(1_000)
    .describe('the maximum number of records that one bulk action deletes or changes'),
  EXPORT_STORE_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_048_576)
    .default(10_240)
    .describe(
      'the maximum size of the stored files for analysis of all users together, in MB; they take up 1.34 times as much in the database',
    ),
  DEMO_DATA: onOff('off').describe(
    '`on` fills a data folder or database that has no users yet with synthetic study data',
  ),
  DISCARD_IMPORTED_CHANGES: onOff('off').meta({
    description:
      '`on`, for one start: upgrades the data of an earlier version although its history lacks changes of imports, and goes on without these changes',
    page: 'operations.md#upgrade',
  }),
};
