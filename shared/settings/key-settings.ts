import { z } from 'zod';
import { panelKey } from './kinds';

/** The settings of the panel key, and of the signed checkpoints. */
export const keyShape = {
  PANEL_KEY: panelKey().optional().meta({
    description:
      'the key from which all secrets are derived: 32 characters or more, without spaces and commas; the same for all panels on one database',
    page: 'operations.md#keys',
  }),
  PANEL_KEY_PREVIOUS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(panelKey()))
    .optional()
    .describe('earlier keys, separated by commas, which still verify and decrypt'),
  PANEL_KEY_FILE: z.string().min(1).optional().meta({
    description:
      'without `PANEL_KEY`, a file outside `DATA_DIR` that holds the keys, one a line and the current one first; the first start creates it',
    fallback: '`DATA_DIR-keys/panel.key`',
  }),
  AUDIT_CHECKPOINT_DIR: z.string().min(1).optional().meta({
    description:
      'the folder of the signed checkpoints of the audit log and of the history of records. Better than the default is a folder on another machine where lines can only be added',
    fallback: '`DATA_DIR-keys`',
  }),
  AUDIT_CHECKPOINT_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(1440)
    .default(60)
    .describe(
      'minutes between checkpoints, which are written only if the log or the history has changed; with `0`, none are written',
    ),
};
